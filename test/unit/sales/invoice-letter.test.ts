import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Money } from '../../../src/shared/money';
import { invoiceLetter, type InvoiceLetter } from '../../../src/sales/domain/invoice-letter';

const EUR = { code: 'EUR', minorUnits: 2 };
const euros = (text: string): Money => Money.of(text, EUR);
const LETTER: InvoiceLetter = {
  type: 'invoice',
  fullNumber: 'AB-0001',
  sellerName: 'Example UAB',
  buyerName: 'Ąžuolas UAB',
  issuedOn: '2026-10-05' as CalendarDate,
  dueOn: '2026-10-19' as CalendarDate,
  total: euros('1210.00'),
  paid: euros('0'),
  iban: 'LT121000011101001000',
  bankName: 'Bankas AB',
};

describe('the letter that brings an invoice', () => {
  it('in Lithuanian', () => {
    expect(invoiceLetter(LETTER, 'lt')).toEqual({
      subject: 'Sąskaita faktūra AB-0001, Example UAB',
      body: [
        'Laba diena,',
        '',
        'jums išrašyta sąskaita faktūra AB-0001.',
        '',
        'Pardavėjas: Example UAB',
        'Pirkėjas: Ąžuolas UAB',
        'Išrašymo data: 2026-10-05',
        'Suma: 1210,00 EUR',
        'Mokėtina suma: 1210,00 EUR',
        'Apmokėti iki: 2026-10-19',
        'Banko sąskaita: LT121000011101001000',
        'Bankas: Bankas AB',
        'Mokėjimo paskirtis: AB-0001',
        '',
        'Pagarbiai',
        'Example UAB',
        '',
      ].join('\n'),
    });
  });

  it('in English, partly paid', () => {
    const { subject, body } = invoiceLetter({ ...LETTER, paid: euros('210.00') }, 'en');
    expect(subject).toBe('Invoice AB-0001, Example UAB');
    expect(body).toContain(
      'Total: 1210.00 EUR\nPaid: 210.00 EUR\nAmount due: 1000.00 EUR\nPlease pay by: 2026-10-19\n',
    );
  });

  it('in Russian', () => {
    const { subject, body } = invoiceLetter(LETTER, 'ru');
    expect(subject).toBe('Счёт-фактура AB-0001, Example UAB');
    expect(body).toContain('Вам выставлен счёт-фактура AB-0001.');
    expect(body).toContain('К оплате: 1210,00 EUR');
  });

  it('asks for nothing when it is paid, and when it is a credit note', () => {
    expect(invoiceLetter({ ...LETTER, paid: euros('1210.00') }, 'en').body).toMatch(
      /Paid: 1210.00 EUR\n\nKind regards/,
    );
    const credit = invoiceLetter({ ...LETTER, type: 'credit_note' }, 'en');
    expect(credit.subject).toBe('Credit note AB-0001, Example UAB');
    expect(credit.body).toMatch(/Total: 1210.00 EUR\n\nKind regards/);
  });

  it('says only what the company has said, with the decimals of the currency', () => {
    const yen = { code: 'JPY', minorUnits: 0 };
    const { body } = invoiceLetter(
      { ...LETTER, iban: null, dueOn: null, total: Money.of('121000', yen), paid: Money.zero(yen) },
      'en',
    );
    expect(body).toContain('Amount due: 121000 JPY\nPayment reference: AB-0001\n');
    expect(body).not.toMatch(/Bank|null|undefined/);
  });
});
