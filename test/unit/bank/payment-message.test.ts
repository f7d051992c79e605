import { parseCalendarDate } from '../../../src/shared/calendar-date';
import { parseBic, parseIban } from '../../../src/shared/iban';
import { Money } from '../../../src/shared/money';
import { paymentMessageXml } from '../../../src/bank/domain/payment-message';
import { sepaReference, sepaText } from '../../../src/bank/domain/sepa-text';

const EUR = { code: 'EUR', minorUnits: 2 };

describe('SEPA text', () => {
  it.each([
    ['Ąžuolų Šaka, UAB', 'Azuolu Saka, UAB'],
    ['Straße & Söhne', 'Strasse + Sohne'],
    ['Łódź_1', 'Lodz-1'],
    ['Щука Юрий', 'Shchuka Iurii'],
    ['Ελλάς', 'Ellas'],
    ['Óscar Œuvre', 'Oscar Oeuvre'],
    ['a<b>c\t"d"\nе', "a b c 'd' e"],
    ['株式会社', ''],
  ])('writes %s as %s', (given, expected) => {
    expect(sepaText(given, 70)).toBe(expected);
  });

  it('is cut, and a reference has no slash where banks want none', () => {
    expect(sepaText('x'.repeat(80), 70)).toHaveLength(70);
    expect(sepaReference('//SF//12/', 35)).toBe('SF/12');
  });
});

it('IBAN and BIC are read by form and check digits', () => {
  expect(parseIban('lt12 1000 0111 0100 1000')).toBe('LT121000011101001000');
  expect(parseIban('GB82WEST12345698765432')).toBe('GB82WEST12345698765432');
  expect(parseIban('LT121000011101001001')).toBeNull();
  expect(parseIban('121000011101001000')).toBeNull();
  expect(parseBic('habalt22')).toBe('HABALT22');
  expect(parseBic('HABALT2')).toBeNull();
});

describe('pain.001.001.09', () => {
  const xml = paymentMessageXml({
    messageId: 'M'.repeat(32),
    createdAt: new Date('2026-10-05T09:00:00.123Z'),
    executionOn: parseCalendarDate('2026-10-06')!,
    debtorName: 'Mūsų <UAB>',
    debtorIban: 'LT121000011101001000',
    transfers: [
      {
        documentNumber: 'SF/Ą-1',
        amount: Money.of('100.10', EUR),
        creditorName: 'Tiekėjas',
        creditorIban: 'GB82WEST12345698765432',
        creditorBic: 'HABALT22',
      },
      {
        documentNumber: '№',
        amount: Money.of('5.00', EUR),
        creditorName: 'Ö',
        creditorIban: 'LT121000011101001000',
        creditorBic: null,
      },
    ],
    total: Money.of('105.10', EUR),
  });

  it('has the elements in the order of the schema', () => {
    const names = [...xml.matchAll(/<([A-Z][A-Za-z]*)/g)].map(([, name]) => name);
    const group = ['GrpHdr', 'MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty', 'Nm'];
    const payment = [
      'PmtInf',
      'PmtInfId',
      'PmtMtd',
      'NbOfTxs',
      'CtrlSum',
      'PmtTpInf',
      'SvcLvl',
      'Cd',
      'ReqdExctnDt',
      'Dt',
    ];
    const debtor = ['Dbtr', 'Nm', 'DbtrAcct', 'Id', 'IBAN', 'DbtrAgt', 'FinInstnId', 'Othr', 'Id', 'ChrgBr'];
    const begin = ['CdtTrfTxInf', 'PmtId', 'EndToEndId', 'Amt', 'InstdAmt'];
    const end = ['Cdtr', 'Nm', 'CdtrAcct', 'Id', 'IBAN', 'RmtInf', 'Ustrd'];
    expect(names).toEqual([
      'Document',
      'CstmrCdtTrfInitn',
      ...group,
      ...payment,
      ...debtor,
      ...begin,
      'CdtrAgt',
      'FinInstnId',
      'BICFI',
      ...end,
      ...begin,
      ...end,
    ]);
  });

  it('adds up, and says everything in SEPA characters', () => {
    expect(xml.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>105\.10<\/CtrlSum>/g)).toHaveLength(2);
    expect(xml).toContain('<Nm>Musu UAB</Nm>');
    expect(xml).toContain('<EndToEndId>SF/A-1</EndToEndId>');
    expect(xml).toContain('<EndToEndId>No</EndToEndId>');
    expect(xml).toContain('<CreDtTm>2026-10-05T09:00:00Z</CreDtTm>');
    const texts = [...xml.matchAll(/>([^<\n]+)</g)].map(([, text]) => text!);
    expect(texts.filter(text => !/^[A-Za-z0-9/\-?:().,'+ ]+$/.test(text))).toEqual([]);
  });
});
