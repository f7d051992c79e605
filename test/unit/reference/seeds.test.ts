import chart from '../../../migrations/seeds/chart-lt.json';
import countries from '../../../migrations/seeds/countries.json';
import currencies from '../../../migrations/seeds/currencies.json';
import postingRules from '../../../migrations/seeds/posting-rules.json';
import units from '../../../migrations/seeds/units.json';
import vatClassifiers from '../../../migrations/seeds/vat-classifiers.json';

type Boxes = Record<string, string[] | undefined>;

interface VatClassifier {
  code: string;
  countryCode: string;
  name: string;
  ratePercent: string | null;
  validFrom: string | null;
  validTo: string | null;
  registers: string;
  category: string | null;
  legalBasis: string | null;
  inIsaf: boolean;
  fr0600Sales: Boxes | null;
  fr0600Purchase: Boxes | null;
}

const vatCodes: VatClassifier[] = vatClassifiers;
const salesCodes = vatCodes.filter(vatCode => vatCode.registers.includes('S'));
const isTaxed = (vatCode: VatClassifier): boolean =>
  vatCode.ratePercent !== null && vatCode.ratePercent !== '0';
const codesWhere = (holds: (vatCode: VatClassifier) => boolean): string[] =>
  vatCodes.filter(holds).map(vatCode => vatCode.code);
const salesCodesOf = (category: string): string[] => codesWhere(vatCode => vatCode.category === category);

describe('seed data', () => {
  it.each([
    ['countries', countries.map(row => row.code), 249],
    ['currencies', currencies.map(row => row.code), 157],
    ['units', units.map(row => row.code), 38],
    ['vat-classifiers', vatCodes.map(row => row.code), 60],
    ['chart-lt', chart.map(row => row.code), 81],
    ['posting-rules', postingRules.map(row => row.key), 30],
  ])('%s is complete and names nothing twice', (_file, keys, size) => {
    expect(keys).toHaveLength(size);
    expect(new Set(keys).size).toBe(size);
  });

  it.each([
    ['countries', countries.flatMap(row => [row.nameEn, row.nameLt, row.nameRu])],
    ['currencies', currencies.map(row => row.name)],
    ['units', units.flatMap(row => [row.nameLt, row.nameEn, row.unece])],
    ['vat-classifiers', vatCodes.map(row => row.name)],
    ['chart-lt', chart.flatMap(row => [row.nameLt, row.nameEn])],
    ['posting-rules', postingRules.map(row => row.description)],
  ])('%s has every text filled in and trimmed', (_file, texts) => {
    expect(texts.filter(text => text === '' || text !== text.trim())).toEqual([]);
  });
});

describe('countries', () => {
  const codesOf = (rows: { code: string }[]): string[] => rows.map(row => row.code);

  it('are ISO 3166-1 codes: Greece is GR, and VAT prefixes are not countries', () => {
    const codes = codesOf(countries);
    expect(codes.every(code => /^[A-Z]{2}$/.test(code))).toBe(true);
    expect(codes).toContain('GR');
    for (const notACountry of ['EL', 'XI', 'EU', 'UK']) expect(codes).not.toContain(notACountry);
  });

  it('mark the 27 members of the European Union', () => {
    expect(codesOf(countries.filter(country => country.isEu)).join(' ')).toBe(
      'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
    );
  });

  it('mark the European Economic Area: the Union, Iceland, Liechtenstein and Norway', () => {
    expect(codesOf(countries.filter(country => country.isEea && !country.isEu))).toEqual(['IS', 'LI', 'NO']);
    expect(countries.filter(country => country.isEu && !country.isEea)).toEqual([]);
  });

  it('carry Lithuanian names', () => {
    const nameLt = (code: string): string | undefined => countries.find(row => row.code === code)?.nameLt;
    expect(['LT', 'DE', 'US', 'GE', 'SZ'].map(nameLt)).toEqual([
      'Lietuva',
      'Vokietija',
      'Jungtinės Amerikos Valstijos',
      'Sakartvelas',
      'Esvatinis',
    ]);
  });
});

describe('currencies', () => {
  const codesWith = (minorUnits: number): string =>
    currencies
      .filter(currency => currency.minorUnits === minorUnits)
      .map(currency => currency.code)
      .join(' ');

  it('have the minor units of ISO 4217', () => {
    expect(codesWith(0)).toBe('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF');
    expect(codesWith(3)).toBe('BHD IQD JOD KWD LYD OMR TND');
    expect(codesWith(4)).toBe('CLF UYW');
    expect(codesWith(2).split(' ')).toEqual(
      expect.arrayContaining(['EUR', 'USD', 'HUF', 'CZK', 'MRU', 'MGA']),
    );
    expect(currencies.every(currency => [0, 2, 3, 4].includes(currency.minorUnits))).toBe(true);
  });

  it('leave out metals, accounting units and withdrawn currencies', () => {
    const codes = currencies.map(currency => currency.code);
    for (const left of ['XAU', 'XDR', 'XTS', 'XXX', 'HRK', 'BGN', 'ANG', 'ZWL'])
      expect(codes).not.toContain(left);
    expect(codes.every(code => /^[A-Z]{3}$/.test(code))).toBe(true);
  });
});

describe('units', () => {
  it('map to UN/ECE recommendations 20 and 21', () => {
    const unece = new Map(units.map(unit => [unit.code, unit.unece]));
    expect(['vnt', 'kg', 'val', 'h', 'm', 'm2', 'l', 'mėn'].map(code => unece.get(code))).toEqual([
      'C62',
      'KGM',
      'HUR',
      'HUR',
      'MTR',
      'MTK',
      'LTR',
      'MON',
    ]);
    expect(units.every(unit => /^[A-Z0-9]{2,3}$/.test(unit.unece))).toBe(true);
  });
});

describe('VAT classifier of Lithuania', () => {
  it('has codes, rates, dates and registers in their formats', () => {
    for (const vatCode of vatCodes) {
      expect(vatCode.code).toMatch(/^PVM\d{1,3}$/);
      expect(vatCode.countryCode).toBe('LT');
      expect(vatCode.ratePercent ?? '0').toMatch(/^(0|5|6|9|12|21)$/);
      expect(vatCode.validFrom ?? '2016-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(vatCode.validTo ?? '2016-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(['S', 'P', 'SP', '']).toContain(vatCode.registers);
    }
  });

  it('ends every 9 % code with 2025, or earlier where it was withdrawn', () => {
    const endOf2025 = codesWhere(vatCode => vatCode.ratePercent === '9' && vatCode.validTo === '2025-12-31');
    expect(endOf2025).toEqual(['PVM2', 'PVM7', 'PVM17', 'PVM30', 'PVM44', 'PVM52', 'PVM54', 'PVM57']);
    expect(codesWhere(({ ratePercent, validTo }) => ratePercent === '9' && validTo !== '2025-12-31')).toEqual(
      ['PVM26'],
    );
    expect(vatCodes.find(vatCode => vatCode.code === 'PVM26')?.validTo).toBe('2021-12-31');
  });

  it('begins every 12 % code with 2026', () => {
    expect(codesWhere(vatCode => vatCode.ratePercent === '12')).toEqual(['PVM58', 'PVM59', 'PVM60']);
    expect(codesWhere(vatCode => vatCode.validFrom !== null)).toEqual(['PVM58', 'PVM59', 'PVM60']);
    expect(codesWhere(vatCode => vatCode.validFrom === '2026-01-01')).toEqual(['PVM58', 'PVM59', 'PVM60']);
  });

  it('gives an EN 16931 category to the sales codes and to no other', () => {
    expect(codesWhere(vatCode => vatCode.category !== null)).toEqual(salesCodes.map(vatCode => vatCode.code));
  });

  it('puts every taxed sale into category S, except where the buyer pays or only the margin is taxed', () => {
    const notStandard = salesCodes.filter(vatCode => isTaxed(vatCode) && vatCode.category !== 'S');
    expect(notStandard.map(({ code, category }) => `${code} ${category}`)).toEqual([
      'PVM25 AE',
      'PVM26 AE',
      'PVM27 AE',
      'PVM32 E',
      'PVM52 E',
      'PVM53 E',
    ]);
    expect(salesCodes.filter(vatCode => vatCode.category === 'S' && !isTaxed(vatCode))).toEqual([]);
  });

  it('tells apart the sales without VAT', () => {
    expect(salesCodesOf('E')).toEqual(['PVM5', 'PVM32', 'PVM33', 'PVM52', 'PVM53']);
    expect(salesCodesOf('AE')).toEqual(['PVM19', 'PVM25', 'PVM26', 'PVM27']);
    expect(salesCodesOf('K')).toEqual(['PVM13', 'PVM50']);
    expect(salesCodesOf('G')).toEqual(['PVM12']);
    expect(salesCodesOf('Z')).toEqual(['PVM14', 'PVM28', 'PVM51', 'PVM55']);
    expect(salesCodesOf('O')).toEqual(['PVM15', 'PVM29', 'PVM34', 'PVM100']);
  });

  it('names the law for every sale without VAT but PVM100, which has no single one', () => {
    const withoutBasis = salesCodes.filter(
      vatCode => vatCode.category !== 'S' && vatCode.legalBasis === null,
    );
    expect(withoutBasis.map(vatCode => vatCode.code)).toEqual(['PVM100']);
    expect(
      codesWhere(({ legalBasis }) => legalBasis !== null && !/^PVM įstatymo \d/.test(legalBasis)),
    ).toEqual([]);
  });

  it('keeps import VAT and codes withdrawn before i.SAF began out of i.SAF', () => {
    const outside = ['PVM4', 'PVM10', 'PVM22', 'PVM23', 'PVM24'];
    expect(codesWhere(vatCode => !vatCode.inIsaf)).toEqual(outside);
    expect(codesWhere(vatCode => vatCode.registers === '')).toEqual(outside);
  });

  it('names boxes of the FR0600 return by number', () => {
    const boxes = vatCodes.flatMap(vatCode =>
      [vatCode.fr0600Sales, vatCode.fr0600Purchase].flatMap(part => Object.values(part ?? {}).flat()),
    );
    expect(boxes.length).toBeGreaterThan(0);
    expect(boxes.filter(box => !/^(1[1-9]|2[0-79]|3[0-4])$/.test(box ?? ''))).toEqual([]);
  });
});

describe('Lithuanian chart of accounts', () => {
  const typesOfClass: Record<string, string> = {
    '1': 'asset',
    '2': 'asset',
    '3': 'equity',
    '4': 'liability',
    '5': 'income',
    '6': 'expense',
  };

  it('is sorted by code, and its classes carry the five account types', () => {
    const codes = chart.map(account => account.code);
    expect(codes).toEqual([...codes].sort());
    expect(chart.filter(account => account.type !== typesOfClass[account.code.charAt(0)])).toEqual([]);
  });

  it('marks the control accounts', () => {
    const controls = chart.filter(account => account.control !== null);
    expect(controls.map(({ code, control }) => `${code} ${control}`)).toEqual([
      '2410 receivable',
      '2441 vat',
      '4430 payable',
      '4492 vat',
    ]);
  });
});

describe('posting rules', () => {
  const expectedTypes: Record<string, string> = {
    'sales.receivable': 'asset',
    'sales.revenueProducts': 'income',
    'sales.revenueServices': 'income',
    'sales.vatPayable': 'liability',
    'sales.advancesReceived': 'liability',
    'purchases.payables': 'liability',
    'purchases.vatReceivable': 'asset',
    'purchases.goodsForResale': 'asset',
    'purchases.defaultExpense': 'expense',
    'purchases.prepaidExpenses': 'asset',
    'inventory.cogs': 'expense',
    'inventory.stock': 'asset',
    'production.laborApplied': 'expense',
    'production.scrap': 'expense',
    'bank.fxGain': 'income',
    'bank.fxLoss': 'expense',
    'settlements.fees': 'expense',
    'settlements.commissionRevenue': 'income',
    'settlements.sellerPayable': 'liability',
    'settlements.suspense': 'asset',
    'revenue.deferredIncome': 'liability',
    'revenue.contractAsset': 'asset',
    'revenue.refundLiability': 'liability',
    'assets.disposalGain': 'income',
    'assets.disposalLoss': 'expense',
    'assets.disposalProceeds': 'asset',
    'cash.advances': 'asset',
    'closing.retainedEarnings': 'equity',
    'ledger.roundingDifferences': 'expense',
    'settlements.providerPayable': 'liability',
  };

  it('each post to an account of the chart with the type the rule needs', () => {
    const types = new Map(chart.map(account => [account.code, account.type]));
    const actual = Object.fromEntries(postingRules.map(rule => [rule.key, types.get(rule.defaultCode)]));
    expect(actual).toEqual(expectedTypes);
  });

  it('post receivables, payables and VAT to the control accounts', () => {
    const controls = new Map(chart.map(account => [account.code, account.control]));
    const controlOf = (key: string): string | null | undefined =>
      controls.get(postingRules.find(rule => rule.key === key)?.defaultCode ?? '');
    expect(controlOf('sales.receivable')).toBe('receivable');
    expect(controlOf('purchases.payables')).toBe('payable');
    expect(controlOf('sales.vatPayable')).toBe('vat');
    expect(controlOf('purchases.vatReceivable')).toBe('vat');
  });
});
