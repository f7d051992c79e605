import { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import { parseIban } from '../../shared/iban';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import type { PartnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import { vatCodes, type VatCode } from '../../vat';
import {
  eInvoiceCodes,
  eInvoiceParties,
  vatTotalsOf,
  type EInvoiceCodes,
  type EInvoiceParties,
  type VatTotalRow,
} from '../data/e-invoice-source';
import { findInvoice, type StoredInvoice } from '../data/sale-invoices.repository';
import type { EInvoice, EInvoiceLine, EInvoiceParty, EInvoiceVat } from '../domain/e-invoice';
import { peppolIdOf } from '../domain/peppol-id';
import { mergedVatTotals, writtenCategory } from '../domain/ubl-vat';
import { buyerPlace, sellerPlace } from './document-parties';

/** Greece and Northern Ireland write their numbers otherwise. */
const OTHER_VAT_PREFIXES = ['EL', 'XI'];

/** Everything an electronic invoice is made from. */
interface Source {
  stored: StoredInvoice;
  parties: EInvoiceParties;
  totals: VatTotalRow[];
  codes: EInvoiceCodes;
  vatCodes: ReadonlyMap<string, VatCode>;
}

/**
 * An issued document as an electronic invoice tells it; null where there is no such document. Amounts and the buyer are those of
 * the issue; the seller's address, contact, account and both electronic addresses are those of today.
 * @throws DomainError `not_issued` for a draft, `not_supported` for a proforma, an advance and its tax documents
 */
export async function findEInvoice(tx: Tx, id: string): Promise<EInvoice | null> {
  const [stored, parties, totals, codes] = await Promise.all([
    findInvoice(tx, id),
    eInvoiceParties(tx, id),
    vatTotalsOf(tx, id),
    eInvoiceCodes(tx),
  ]);
  if (stored === null || parties === null) return null;
  if (stored.header.status === 'draft')
    refuse('not_issued', 'The document is a draft; issue it (sales/invoices/issue), then it can be sent.');
  if (stored.header.nature !== 'sale')
    refuse('not_supported', 'Only invoices and their credit notes can be electronic invoices.');
  const used = await vatCodes(
    tx,
    totals.map(({ vat_code }) => vat_code),
  );
  return eInvoice(tx, { stored, parties, totals, codes, vatCodes: used });
}

function eInvoice(tx: Tx, source: Source): EInvoice {
  const { header, lines, currency } = source.stored;
  const { full_number: number, issued_on: issuedOn, tax_point_on: taxPointOn, due_on: dueOn } = header;
  invariant(
    number !== null && issuedOn !== null && taxPointOn !== null && dueOn !== null,
    'issued is complete',
  );
  const { details } = header;
  return {
    type: header.type === 'credit_note' ? 'credit_note' : 'invoice',
    number,
    issuedOn,
    taxPointOn,
    dueOn,
    currency,
    notes: [details.notes, details.creditReason].flatMap(text => text ?? []),
    orderNumber: header.order_number,
    buyerReference: details.documentRef ?? header.business_key,
    preceding: precedingOf(source),
    seller: sellerOf(tx, source),
    buyer: buyerOf(source),
    account: accountOf(source.parties),
    vatRounding: header.vat_rounding,
    isPricedWithVat: source.parties.precedingIsPricedWithVat || lines.some(line => line.price_includes_vat),
    lines: lines.map(line => lineOf(source, line)),
    vatTotals: mergedVatTotals(source.totals.map(total => vatOf(source, total))),
    net: Money.of(header.net_total, currency),
    vat: Money.of(header.vat_total, currency),
    gross: Money.of(header.gross_total, currency),
    baseVat: Money.of(header.base_vat_total, tx.company.baseCurrency),
    prepaid: Money.of(source.parties.prepaid, currency),
  };
}

function precedingOf({ stored: { header }, parties }: Source): EInvoice['preceding'] {
  const number = parties.precedingNumber ?? header.credited_invoice_reference;
  return number === null ? null : { number, issuedOn: parties.precedingOn ?? header.credited_invoice_on };
}

function accountOf({ sellerIban }: EInvoiceParties): EInvoice['account'] {
  const written = sellerIban?.trim() ?? '';
  if (written === '') return null;
  const iban = parseIban(written);
  return { number: iban ?? written, isIban: iban !== null };
}

function sellerOf(tx: Tx, { stored, parties, codes }: Source): EInvoiceParty {
  const { code, countryCode, vatCode } = tx.company;
  const place = sellerPlace(tx, parties);
  const party = {
    ...place,
    isPerson: false,
    code,
    vatNumber: vatNumberOf(vatCode, codes),
    countryCode: knownCountry(place.countryCode, codes),
  };
  return {
    ...party,
    contactName: stored.header.details.issuedByName ?? null,
    phone: parties.sellerPhone,
    email: parties.sellerEmail,
    endpoint: peppolIdOf({ ...party, countryCode, peppolId: parties.sellerPeppolId }),
  };
}

/** The address of a company takes any two letters. */
function knownCountry(code: string | null, { countries }: EInvoiceCodes): string | null {
  return code !== null && countries.has(code) ? code : null;
}

function buyerOf({ stored, parties, codes }: Source): EInvoiceParty {
  const snapshot = stored.header.partner_snapshot as PartnerSnapshot | null;
  invariant(snapshot, 'an issued document has its partner');
  const party = {
    ...buyerPlace(snapshot, parties),
    isPerson: snapshot.type === 'person',
    code: snapshot.code,
    vatNumber: vatNumberOf(snapshot.vatCode, codes),
  };
  return {
    ...party,
    contactName: stored.header.details.receivedByName ?? null,
    phone: null,
    email: snapshot.email,
    endpoint: peppolIdOf({ ...party, peppolId: parties.buyerPeppolId }),
  };
}

/** A VAT number begins with the code of a country (BR-CO-09); another number is none that this standard knows. */
function vatNumberOf(vatCode: string | null, { countries }: EInvoiceCodes): string | null {
  const number = vatCode?.replaceAll(/[\s.-]/g, '').toUpperCase() ?? '';
  const prefix = number.slice(0, 2);
  const isKnown = countries.has(prefix) || OTHER_VAT_PREFIXES.includes(prefix);
  return isKnown && number.length > 2 ? number : null;
}

function lineOf({ stored, codes }: Source, row: StoredInvoice['lines'][number]): EInvoiceLine {
  return {
    description: row.description,
    unit: row.unit,
    unitCode: codes.unitCodes.get(row.unit.trim().replace(/\.$/, '').toLowerCase()) ?? null,
    quantity: new Decimal(row.quantity),
    unitPrice: new Decimal(row.unit_price),
    priceIncludesVat: row.price_includes_vat,
    isDiscounted: [row.discount_percent, stored.header.discount_percent].some(
      percent => !new Decimal(percent).isZero(),
    ),
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: writtenCategory(row.vat_category, stored.header.vat_scheme),
    net: Money.of(row.net, stored.currency),
  };
}

function vatOf({ stored, vatCodes: used }: Source, row: VatTotalRow): EInvoiceVat {
  const ofLines = stored.lines
    .filter(line => line.vat_category === row.vat_category && line.vat_code === row.vat_code)
    .map(line => line.vat_exemption_basis ?? used.get(row.vat_code)?.legalBasis);
  return {
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: writtenCategory(row.vat_category, stored.header.vat_scheme),
    net: Money.of(row.net, stored.currency),
    vat: Money.of(row.vat, stored.currency),
    legalBases: [...new Set(ofLines.flatMap(basis => basis ?? []))],
  };
}
