import { ecSalesOf } from '../../../src/declarations/domain/ec-sales';
import { registered, rulesOf } from '../../support/vat-movements';

const untaxed = { ratePercent: '0', category: 'K' };

describe('the EC sales list', () => {
  it('has a row to a VAT number: goods, triangular trade and services', () => {
    const german = { ...untaxed, partnerVatCode: 'DE123456789', partnerName: 'Muster GmbH' };
    const list = ecSalesOf(
      [
        registered({ ...german, taxCode: 'PVM13', net: '1000.00' }),
        registered({ ...german, taxCode: 'PVM13', net: '-100.00', isCreditNote: true }),
        registered({ ...german, taxCode: 'PVM15', category: 'O', net: '50.00' }),
        registered({ ...german, taxCode: 'PVM19', category: 'AE', net: '7.00' }),
        registered({
          ...untaxed,
          taxCode: 'PVM34',
          category: 'O',
          net: '9.00',
          partnerVatCode: 'EL 123456789',
        }),
        registered({ ...untaxed, taxCode: 'PVM15', category: 'O', net: '8.00', partnerCountryCode: 'US' }),
        registered({ taxCode: 'PVM1', net: '5.00', vat: '1.05', partnerVatCode: 'DE123456789' }),
      ],
      rulesOf('LT'),
    );
    expect(
      list.rows.map(
        row =>
          `${row.vatCode} ${row.countryCode} ${row.goods.toFixed()} ${row.triangular.toFixed()} ${row.services.toFixed()}`,
      ),
    ).toEqual(['DE123456789 DE 900 7 50', 'EL123456789 EL 0 0 9']);
    expect(Object.values(list.totals).map(String)).toEqual(['900', '7', '59']);
    expect(list.warnings).toEqual([]);
  });

  it('has one row to a Greek number, whether it is written with EL or GR', () => {
    const sale = { ...untaxed, taxCode: 'PVM13', net: '10.00' };
    const { rows } = ecSalesOf(
      ['GR123456789', 'EL123456789'].map(partnerVatCode => registered({ ...sale, partnerVatCode })),
      rulesOf('LT'),
    );
    expect(rows.map(({ vatCode, countryCode, goods }) => [vatCode, countryCode, String(goods)])).toEqual([
      ['EL123456789', 'EL', '20'],
    ]);
  });

  it('warns of a missing number and of a missing code; what was credited in full has no row', () => {
    const french = { ...untaxed, partnerVatCode: 'FR12345678901' };
    const list = ecSalesOf(
      [
        registered({
          ...untaxed,
          taxCode: 'PVM13',
          net: '10.00',
          partnerCountryCode: 'DE',
          documentNumber: 'A-1',
        }),
        registered({ ...french, net: '20.00', documentNumber: 'A-2' }),
        registered({ ...french, net: '-20.00', isCreditNote: true, documentNumber: 'A-3' }),
        registered({ scheme: 'oss_union', vatCountryCode: 'DE', ...untaxed, partnerCountryCode: 'DE' }),
      ],
      rulesOf('LT'),
    );
    expect(list.rows).toEqual([]);
    expect(list.warnings).toEqual([
      'A-1: Partner has no VAT number with the prefix of a member state; the supply is not in the list.',
      'A-2 has no VAT code; its category K counts as goods.',
      'A-3 has no VAT code; its category K counts as goods.',
    ]);
  });

  it('names what the return counts and the list misses: a buyer who is no VAT payer of another member state', () => {
    const home = { ...untaxed, partnerVatCode: 'LT100001234510', partnerCountryCode: 'LT', net: '10.00' };
    const american = { ...untaxed, partnerCountryCode: 'US', net: '10.00' };
    const list = ecSalesOf(
      [
        registered({ ...home, taxCode: 'PVM13', documentNumber: 'B-1' }),
        registered({ ...home, taxCode: 'PVM15', category: 'O', documentNumber: 'B-2' }),
        registered({ ...american, taxCode: 'PVM13', documentNumber: 'B-3' }),
        registered({ ...american, taxCode: 'PVM15', category: 'O', documentNumber: 'B-4' }),
      ],
      rulesOf('LT'),
    );
    expect(list.rows).toEqual([]);
    const end = (kind: string) =>
      `of another member state; the return counts the supply as ${kind} to one, and it is not in the list.`;
    expect(list.warnings).toEqual([
      `B-1: Partner (LT100001234510) is no VAT payer ${end('goods')}`,
      `B-2: Partner (LT100001234510) is no VAT payer ${end('services')}`,
      `B-3: Partner has no VAT number ${end('goods')}`,
    ]);
  });

  it.each([
    ['CZ', 'CZ20', 'CZ21', 'CZ31'],
    ['SK', 'SK14', 'SKS', 'SKT'],
  ] as const)('%s has codes for all three', (country, goods, services, triangular) => {
    const partner = { ...untaxed, partnerVatCode: 'DE123456789' };
    const { totals } = ecSalesOf(
      [
        registered({ ...partner, taxCode: goods, net: '1.00' }),
        registered({ ...partner, taxCode: services, net: '2.00' }),
        registered({ ...partner, taxCode: triangular, net: '3.00' }),
      ],
      rulesOf(country),
    );
    expect([totals.goods, totals.services, totals.triangular].map(String)).toEqual(['1', '2', '3']);
  });
});
