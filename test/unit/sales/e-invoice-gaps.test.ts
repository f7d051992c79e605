import type { EInvoiceParty } from '../../../src/sales/domain/e-invoice';
import { missingFrom } from '../../../src/sales/domain/e-invoice-gaps';
import { warningsOf } from '../../../src/sales/domain/e-invoice-warnings';
import { ublDocument } from '../../../src/sales/domain/ubl-document';
import type { VatCategory } from '../../../src/shared/arithmetic/document-totals';
import { Decimal } from '../../../src/shared/decimal';
import { brokenRules } from '../../support/ubl-checker';
import { eInvoice, givenLine, party, type Given } from '../../support/ubl-documents';

const of = (...categories: VatCategory[]): Given => ({
  lines: categories.map(vatCategory =>
    givenLine({ vatCategory, vatRatePercent: new Decimal(vatCategory === 'S' ? 21 : 0) }),
  ),
});
const from = (members: Partial<EInvoiceParty>, given = of('S')): Given => ({
  ...given,
  seller: party(members),
});
const to = (members: Partial<EInvoiceParty>, given = of('S')): Given => ({ ...given, buyer: party(members) });
const DOBRA = { code: 'STN', minorUnits: 2 };

/** What would be written breaks the rules that the refusal names. */
describe('a document that is not complete', () => {
  it.each<[string, Given, where: string, rules: string[]]>([
    ['no address of the seller', from({ endpoint: null }), 'company.peppolId', ['PEPPOL-EN16931-R020']],
    ['no address of the buyer', to({ endpoint: null }), 'partner.peppolId', ['PEPPOL-EN16931-R010']],
    ['no name of the seller', from({ name: ' ' }), 'company.name', ['BR-06']],
    ['no name of the buyer', to({ name: ' ' }), 'partner.name', ['BR-07']],
    ['no country of the seller', from({ countryCode: null }), 'company.address.countryCode', ['BR-09']],
    ['no country of the buyer', to({ countryCode: null }), 'partner.address.countryCode', ['BR-11']],
    ['a supply to the EU by no payer', from({ vatNumber: null }, of('K')), 'company.vatCode', ['BR-IC-02']],
    ['an export by no payer', from({ vatNumber: null }, of('G')), 'company.vatCode', ['BR-G-02']],
    ['VAT by nobody known', from({ vatNumber: null, code: null }), 'company.vatCode', ['BR-S-02']],
    ['no code outside the scope', from({ code: ' ' }, of('O')), 'company.code', ['BR-CO-26']],
    ['a supply to the EU to no payer', to({ vatNumber: null }, of('K')), 'partner.vatCode', ['BR-IC-02']],
    ['a reverse charge to nobody known', to({ vatNumber: null, code: null }, of('AE')), 'partner.vatCode', ['BR-AE-02']],
    ['a reverse charge to a person', to({ vatNumber: null, isPerson: true }, of('AE')), 'partner.vatCode', ['BR-AE-02']],
    ['a currency of no list', { ...of('S'), currency: DOBRA }, 'currency', ['BR-CL-04']],
    ['outside the scope beside VAT', of('O', 'S'), 'lines', ['BR-O-11', 'BR-O-12']],
  ])('%s', (_, given, where, rules) => {
    const invoice = eInvoice(given);
    const gaps = missingFrom(invoice);
    expect(Object.keys(gaps)).toEqual([where]);
    for (const rule of rules) expect(gaps[where]!.join()).toContain(rule.replace('PEPPOL-EN16931-', ''));
    expect(brokenRules(ublDocument(invoice))).toEqual(expect.arrayContaining(rules));
  });

  it.each<[string, Given]>([
    ['an ordinary one', of('S')],
    ['of a seller without a VAT number', from({ vatNumber: null }, of('E'))],
    ['to a person', to({ vatNumber: null, code: null, isPerson: true })],
    ['a reverse charge to a code', to({ vatNumber: null }, of('AE'))],
    ['outside the scope', from({ vatNumber: null }, of('O'))],
  ])('is none: %s', (_, given) => {
    expect(missingFrom(eInvoice(given))).toEqual({});
  });
}); // prettier-ignore

it('warns of rules that the country of the seller has beside those of all', () => {
  const warned = (members: Partial<EInvoiceParty>) => warningsOf(eInvoice(from(members))).join();
  expect(warned({})).toBe('');
  expect(warned({ vatNumber: 'DE123456789' })).toContain('further rules for sellers of DE');
  expect(warned({ vatNumber: null, countryCode: 'SE' })).toContain('further rules for sellers of SE');
});
