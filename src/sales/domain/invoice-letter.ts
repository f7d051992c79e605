import type { CalendarDate } from '../../shared/calendar-date';
import type { Money } from '../../shared/money';
import type { SaleType } from './sale-document';

export const LETTER_LOCALES = ['lt', 'en', 'ru'] as const;
export type LetterLocale = (typeof LETTER_LOCALES)[number];

/** What a letter tells of an issued document. */
export interface InvoiceLetter {
  type: SaleType;
  fullNumber: string;
  sellerName: string;
  buyerName: string;
  issuedOn: CalendarDate;
  dueOn: CalendarDate | null;
  total: Money;
  paid: Money;
  /** Where to pay; null when the company has not said. */
  iban: string | null;
  bankName: string | null;
}

interface Words {
  greeting: string;
  title: Record<SaleType, string>;
  /** The sentence that the full number ends. */
  issued: Record<SaleType, string>;
  seller: string;
  buyer: string;
  issuedOn: string;
  total: string;
  paid: string;
  due: string;
  dueOn: string;
  iban: string;
  bank: string;
  reference: string;
  regards: string;
  decimalMark: string;
}

/**
 * Subject and plain text of the e-mail that brings a sales document to the buyer. Only an invoice and an advance ask for payment,
 * and no more once they are paid. Dates are ISO 8601 in every language.
 */
export function invoiceLetter(
  letter: InvoiceLetter,
  locale: LetterLocale,
): { subject: string; body: string } {
  const words = WORDS[locale];
  const parts = [
    [words.greeting],
    [`${words.issued[letter.type]} ${letter.fullNumber}.`],
    [
      `${words.seller}: ${letter.sellerName}`,
      `${words.buyer}: ${letter.buyerName}`,
      `${words.issuedOn}: ${letter.issuedOn}`,
      `${words.total}: ${amount(letter.total, words)}`,
      ...paymentLines(letter, words),
    ],
    [words.regards, letter.sellerName],
  ];
  return {
    subject: `${words.title[letter.type]} ${letter.fullNumber}, ${letter.sellerName}`,
    body: `${parts.map(lines => lines.join('\n')).join('\n\n')}\n`,
  };
}

function paymentLines(letter: InvoiceLetter, words: Words): string[] {
  if (letter.type !== 'invoice' && letter.type !== 'advance') return [];
  const due = letter.total.minus(letter.paid);
  const paid = letter.paid.isZero() ? [] : [`${words.paid}: ${amount(letter.paid, words)}`];
  if (due.isZero()) return paid;
  return [
    ...paid,
    `${words.due}: ${amount(due, words)}`,
    ...(letter.dueOn === null ? [] : [`${words.dueOn}: ${letter.dueOn}`]),
    ...(letter.iban === null ? [] : [`${words.iban}: ${letter.iban}`]),
    ...(letter.iban === null || letter.bankName === null ? [] : [`${words.bank}: ${letter.bankName}`]),
    `${words.reference}: ${letter.fullNumber}`,
  ];
}

function amount(money: Money, { decimalMark }: Words): string {
  return `${money.toString().replace('.', decimalMark)} ${money.currency.code}`;
}

const WORDS: Record<LetterLocale, Words> = {
  lt: {
    greeting: 'Laba diena,',
    title: {
      invoice: 'Sąskaita faktūra',
      credit_note: 'Kreditinė sąskaita faktūra',
      proforma: 'Išankstinė (proforma) sąskaita',
      advance: 'Avansinė sąskaita',
      advance_tax: 'Sąskaita faktūra už gautą avansą',
    },
    issued: {
      invoice: 'jums išrašyta sąskaita faktūra',
      credit_note: 'jums išrašyta kreditinė sąskaita faktūra',
      proforma: 'jums išrašyta išankstinė (proforma) sąskaita',
      advance: 'jums išrašyta avansinė sąskaita',
      advance_tax: 'jums išrašyta sąskaita faktūra už gautą avansą',
    },
    seller: 'Pardavėjas',
    buyer: 'Pirkėjas',
    issuedOn: 'Išrašymo data',
    total: 'Suma',
    paid: 'Apmokėta',
    due: 'Mokėtina suma',
    dueOn: 'Apmokėti iki',
    iban: 'Banko sąskaita',
    bank: 'Bankas',
    reference: 'Mokėjimo paskirtis',
    regards: 'Pagarbiai',
    decimalMark: ',',
  },
  en: {
    greeting: 'Hello,',
    title: {
      invoice: 'Invoice',
      credit_note: 'Credit note',
      proforma: 'Proforma invoice',
      advance: 'Advance invoice',
      advance_tax: 'Tax document on a payment received',
    },
    issued: {
      invoice: 'we have issued to you invoice',
      credit_note: 'we have issued to you credit note',
      proforma: 'we have issued to you proforma invoice',
      advance: 'we have issued to you advance invoice',
      advance_tax: 'we have issued to you, on a payment received, tax document',
    },
    seller: 'Seller',
    buyer: 'Buyer',
    issuedOn: 'Date of issue',
    total: 'Total',
    paid: 'Paid',
    due: 'Amount due',
    dueOn: 'Please pay by',
    iban: 'Bank account',
    bank: 'Bank',
    reference: 'Payment reference',
    regards: 'Kind regards',
    decimalMark: '.',
  },
  ru: {
    greeting: 'Здравствуйте!',
    title: {
      invoice: 'Счёт-фактура',
      credit_note: 'Кредитный счёт-фактура',
      proforma: 'Счёт-проформа',
      advance: 'Авансовый счёт',
      advance_tax: 'Счёт-фактура на полученный аванс',
    },
    issued: {
      invoice: 'Вам выставлен счёт-фактура',
      credit_note: 'Вам выставлен кредитный счёт-фактура',
      proforma: 'Вам выставлен счёт-проформа',
      advance: 'Вам выставлен авансовый счёт',
      advance_tax: 'Вам выставлен счёт-фактура на полученный аванс',
    },
    seller: 'Продавец',
    buyer: 'Покупатель',
    issuedOn: 'Дата выписки',
    total: 'Сумма',
    paid: 'Оплачено',
    due: 'К оплате',
    dueOn: 'Оплатить до',
    iban: 'Банковский счёт',
    bank: 'Банк',
    reference: 'Назначение платежа',
    regards: 'С уважением',
    decimalMark: ',',
  },
};
