import { buildKh1, type Kh1 } from '../../../src/declarations/domain/control-statements/dphkh1';
import { buildKvdph, type Kvdph } from '../../../src/declarations/domain/control-statements/kvdph';
import type { RegisteredVat } from '../../../src/declarations/domain/vat-return/vat-movement';
import { charged, registered, reverseCharged, rulesOf } from '../../support/vat-movements';

/** The elements of a name, each with its attributes as written. */
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name} ?([^>]*)/>`, 'g'))].map(match => match[1]!);

describe('the Czech control statement', () => {
  const czech = { partnerVatCode: 'CZ12345678' };
  const kh1 = (rows: RegisteredVat[], period: { month?: number; quarter?: number } = { month: 3 }): Kh1 =>
    buildKh1(
      {
        company: { name: 'Firma & syn s.r.o.', vatCode: 'CZ87654321' },
        year: 2026,
        ...period,
        taxOffice: '451',
      },
      rows,
      rulesOf('CZ'),
    );

  it('has head, taxpayer and control sums also when it is empty', () => {
    const { xml, counts, warnings } = kh1([]);
    expect(elements(xml, 'VetaD')).toEqual([
      'dokument="KH1" k_uladis="DPH" rok="2026" mesic="3" khdph_forma="B"',
    ]);
    expect(elements(xml, 'VetaP')).toEqual([
      'c_ufo="451" dic="87654321" typ_ds="P" zkrobchjm="Firma &amp; syn s.r.o."',
    ]);
    expect(elements(xml, 'VetaC')[0]).toContain('obrat23="0.00"');
    expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(warnings).toEqual([]);
    expect(elements(kh1([], { quarter: 2 }).xml, 'VetaD')[0]).toContain('ctvrt="2"');
  });

  it('lists documents above 10,000 CZK with VAT to Czech payers, and sums the rest', () => {
    const two = { ...czech, documentId: 'two', documentNumber: 'F-2' };
    const { xml, counts } = kh1([
      registered({ ...two, net: '8000.00', vat: '1680.00' }),
      registered({ ...two, ratePercent: '12', net: '1000.00', vat: '120.00' }),
      registered({ ...czech, net: '8264.46', vat: '1735.54' }), // exactly 10,000.00
      registered({ net: '50000.00', vat: '10500.00' }),
      registered({ ...czech, net: '-9000.00', vat: '-1890.00', isCreditNote: true, documentNumber: 'C-1' }),
      charged('10000.00', '2100.00', { ...czech, documentNumber: 'P-1' }),
      charged('100.00', '21.00', czech),
      charged('20000.00', '4200.00', { ...czech, deductibleVat: '0' }),
    ]);
    expect(counts).toEqual({ A1: 0, A2: 0, A4: 2, A5: 2, B1: 0, B2: 1, B3: 1 });
    expect(elements(xml, 'VetaA4')).toEqual([
      'c_radku="1" dic_odb="12345678" c_evid_dd="F-2" dppd="05.03.2026" zakl_dane1="8000.00" dan1="1680.00" zakl_dane2="1000.00" dan2="120.00" kod_rezim_pl="0" zdph_44="N"',
      'c_radku="2" dic_odb="12345678" c_evid_dd="C-1" dppd="05.03.2026" zakl_dane1="-9000.00" dan1="-1890.00" kod_rezim_pl="0" zdph_44="N"',
    ]);
    expect(elements(xml, 'VetaA5')).toEqual(['zakl_dane1="58264.46" dan1="12235.54"']);
    expect(elements(xml, 'VetaB2')).toEqual([
      'c_radku="1" dic_dod="12345678" c_evid_dd="P-1" dppd="05.03.2026" zakl_dane1="10000.00" dan1="2100.00" pomer="N" zdph_44="N"',
    ]);
    expect(elements(xml, 'VetaB3')).toEqual(['zakl_dane1="100.00" dan1="21.00"']);
    expect(elements(xml, 'VetaC')).toEqual([
      'obrat23="57264.46" obrat5="1000.00" pln23="10100.00" pln5="0.00" pln_rez_pren="0.00" rez_pren23="0.00" rez_pren5="0.00" celk_zd_a2="0.00"',
    ]);
  });

  it('reverse charge and supplies from abroad go by the line of the return', () => {
    const { xml, warnings } = kh1([
      registered({
        ...czech,
        taxCode: 'CZ25-4',
        ratePercent: '0',
        category: 'AE',
        net: '700.00',
        documentNumber: 'A-1',
      }),
      reverseCharged('CZ10', '900.00', '189.00', { ...czech, documentNumber: 'B-1' }),
      reverseCharged('CZ5', '1000.00', '210.00', { partnerVatCode: 'IE6388047V', documentNumber: 'E-1' }),
      reverseCharged('CZ12', '10.00', '2.10', { partnerCountryCode: 'US', documentNumber: 'U-1' }),
    ]);
    expect(elements(xml, 'VetaA1')).toEqual([
      'c_radku="1" dic_odb="12345678" c_evid_dd="A-1" duzp="05.03.2026" zakl_dane1="700.00" kod_pred_pl="4"',
    ]);
    expect(elements(xml, 'VetaB1')).toEqual([
      'c_radku="1" dic_dod="12345678" c_evid_dd="B-1" duzp="05.03.2026" zakl_dane1="900.00" dan1="189.00"',
    ]);
    expect(elements(xml, 'VetaA2')).toEqual([
      'c_radku="1" k_stat="IE" vatid_dod="6388047V" c_evid_dd="E-1" dppd="05.03.2026" zakl_dane1="1000.00" dan1="210.00"',
      'c_radku="2" c_evid_dd="U-1" dppd="05.03.2026" zakl_dane1="10.00" dan1="2.10"',
    ]);
    expect(warnings).toEqual([
      'U-1: Partner has no VAT number; it stays empty in section A.2.',
      'B-1: the code of the goods or services (kod_pred_pl) is missing; use a VAT code that ends in it, such as CZ25-4.',
    ]);
  });

  it('writes its sections in the order of the schema, and leaves out EU supplies and OSS', () => {
    const { xml, counts } = kh1([
      charged('20000.00', '4200.00', czech),
      registered({ ...czech, net: '20000.00', vat: '4200.00' }),
      registered({ taxCode: 'CZ20', ratePercent: '0', category: 'K', partnerVatCode: 'DE123456789' }),
      registered({ scheme: 'oss_union', vatCountryCode: 'DE', ratePercent: '19', vat: '19.00' }),
      reverseCharged('CZ10-5', '1.00', '0.21', czech),
    ]);
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(3);
    expect([...xml.matchAll(/<(Veta[A-Z]\d?)/g)].map(match => match[1])).toEqual([
      'VetaD',
      'VetaP',
      'VetaA4',
      'VetaB1',
      'VetaB2',
      'VetaC',
    ]);
  });
});

describe('the Slovak control statement', () => {
  const slovak = { partnerVatCode: 'SK2020123456', ratePercent: '23' };
  const kvdph = (rows: RegisteredVat[]): Kvdph =>
    buildKvdph(
      { company: { name: 'Firma s. r. o.', vatCode: 'SK2020999999' }, year: 2026, month: 9 },
      rows,
      rulesOf('SK'),
    );

  it('has a row to a document and rate in each section', () => {
    const { xml, counts } = kvdph([
      registered({ ...slovak, documentNumber: 'F 1', net: '1000.00', vat: '230.00' }),
      registered({ ...slovak, ratePercent: '19', documentNumber: 'F 1', net: '200.00', vat: '38.00' }),
      registered({
        ...slovak,
        documentNumber: 'C1',
        net: '-50.00',
        vat: '-11.50',
        isCreditNote: true,
        correctedNumber: 'F 1',
      }),
      registered({
        ...slovak,
        taxCode: 'SK69',
        ratePercent: '0',
        category: 'AE',
        documentNumber: 'R1',
        net: '300.00',
      }),
      registered({ ratePercent: '23', net: '30.00', vat: '6.90' }),
      registered({ ratePercent: '5', net: '10.00', vat: '0.50' }),
      charged('500.00', '115.00', { ...slovak, documentNumber: 'P1', deductibleVat: '57.50' }),
      charged('500.00', '115.00', { ...slovak, deductibleVat: '0' }),
      charged('-10.00', '-2.30', {
        ...slovak,
        documentNumber: 'PC1',
        isCreditNote: true,
        correctedNumber: 'P1',
      }),
      reverseCharged('SK09B', '1000.00', '230.00', {
        ratePercent: '23',
        partnerVatCode: 'DE123456789',
        documentNumber: 'Z-9',
      }),
      registered({ ratePercent: '0', category: 'K', taxCode: 'SK14', partnerVatCode: 'CZ12345678' }),
    ]);
    expect(counts).toEqual({ A1: 2, A2: 1, B1: 1, B2: 1, C1: 1, C2: 1, D2: 2 });
    const rows = (name: string): string[] => elements(xml, name);
    expect(rows('A1')).toEqual([
      'Odb="SK2020123456" F="F1" Den="2026-03-05" Z="1000.00" D="230.00" S="23"',
      'Odb="SK2020123456" F="F1" Den="2026-03-05" Z="200.00" D="38.00" S="19"',
    ]);
    expect(rows('A2')).toEqual(['Odb="SK2020123456" F="R1" Den="2026-03-05" Z="300.00"']);
    expect(rows('B1')).toEqual([
      'Dod="DE123456789" F="Z-9" Den="2026-03-05" Z="1000.00" D="230.00" S="23" O="230.00"',
    ]);
    expect(rows('B2')).toEqual([
      'Dod="SK2020123456" F="P1" Den="2026-03-05" Z="500.00" D="115.00" S="23" O="57.50"',
    ]);
    expect(rows('C1')).toEqual(['Odb="SK2020123456" FO="C1" FP="F1" ZR="-50.00" DR="-11.50" S="23"']);
    expect(rows('C2')).toEqual([
      'Dod="SK2020123456" FO="PC1" FP="P1" ZR="-10.00" DR="-2.30" S="23" OR="-2.30"',
    ]);
    expect(rows('D2')).toEqual(['Z="30.00" D="6.90" ZZn="10.00" DZn="0.50"']);
    expect(xml).toContain('<KVDPH_2025 xmlns="https://ekr.financnasprava.sk/Formulare/XSD/kv_dph_2025.xsd">');
    expect(xml).toContain('<IcDphPlatitela>SK2020999999</IcDphPlatitela>');
  });

  it('says what is missing', () => {
    const { warnings } = kvdph([
      charged('1.00', '0.23', { ratePercent: '23', documentNumber: 'X1' }),
      registered({ ...slovak, documentNumber: 'C9', net: '-1.00', vat: '-0.23', isCreditNote: true }),
    ]);
    expect(warnings).toEqual([
      'Stat, Obec and further address of the taxpayer are not known here; add them before filing.',
      'X1: Partner has no VAT number.',
      'C9 names no document that it corrects; the statement needs it.',
    ]);
  });
});
