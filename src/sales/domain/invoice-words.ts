import type { VatCategory } from '../../shared/arithmetic/document-totals';
import type { LetterLocale } from './invoice-letter';
import type { SaleType } from './sale-document';

/** The words of a printed document in one language. */
export interface InvoiceWords {
  /** Of a VAT payer, and of a seller who is none. An advance is no VAT invoice: its VAT comes with the payment or the final invoice. */
  vatTitle: Record<SaleType, string>;
  title: Record<SaleType, string>;
  number: string;
  issuedOn: string;
  taxPointOn: string;
  dueOn: string;
  credited: string;
  creditReason: string;
  of: string;
  orderNumber: string;
  reference: string;
  seller: string;
  buyer: string;
  code: string;
  vatCode: string;
  phone: string;
  email: string;
  description: string;
  unit: string;
  quantity: string;
  unitPrice: string;
  withoutVat: string;
  withVat: string;
  discount: string;
  documentDiscount: string;
  vatRate: string;
  net: string;
  taxable: string;
  vat: string;
  netTotal: string;
  vatTotal: string;
  total: string;
  vatIn: string;
  exchangeRate: string;
  /** Art. 226(11) and (11a): why no VAT is charged. */
  reasons: Record<Exclude<VatCategory, 'S'>, string>;
  /** Why a seller who is no VAT payer charges none. */
  notVatPayer: string;
  iban: string;
  bank: string;
  paymentReference: string;
  notes: string;
  issuedBy: string;
  receivedBy: string;
  /** In place of the number of a draft. */
  draft: string;
  page: string;
  decimalMark: ',' | '.';
  groupMark: ',' | '\u00a0';
}

const NO_BREAK_SPACE = '\u00a0';

export const INVOICE_WORDS: Readonly<Record<LetterLocale, InvoiceWords>> = {
  lt: {
    vatTitle: {
      invoice: 'PVM sąskaita faktūra',
      credit_note: 'Kreditinė PVM sąskaita faktūra',
      proforma: 'Išankstinė sąskaita',
      advance: 'Avansinė sąskaita',
      advance_tax: 'PVM sąskaita faktūra dėl gauto avanso',
    },
    title: {
      invoice: 'Sąskaita faktūra',
      credit_note: 'Kreditinė sąskaita faktūra',
      proforma: 'Išankstinė sąskaita',
      advance: 'Avansinė sąskaita',
      advance_tax: 'Sąskaita faktūra dėl gauto avanso',
    },
    number: 'Nr.',
    issuedOn: 'Išrašymo data',
    taxPointOn: 'Tiekimo data',
    dueOn: 'Apmokėti iki',
    credited: 'Kredituojama sąskaita',
    creditReason: 'Kreditavimo priežastis',
    of: 'data',
    orderNumber: 'Užsakymo Nr.',
    reference: 'Pirkėjo nuoroda',
    seller: 'Pardavėjas',
    buyer: 'Pirkėjas',
    code: 'Įmonės kodas',
    vatCode: 'PVM mokėtojo kodas',
    phone: 'Tel.',
    email: 'El. paštas',
    description: 'Prekė ar paslauga',
    unit: 'Mato vnt.',
    quantity: 'Kiekis',
    unitPrice: 'Kaina',
    withoutVat: 'be PVM',
    withVat: 'su PVM',
    discount: 'Nuolaida, %',
    documentDiscount: 'Nuolaida visam dokumentui, įskaičiuota į eilučių sumas',
    vatRate: 'PVM, %',
    net: 'Suma be PVM',
    taxable: 'Apmokestinamoji vertė',
    vat: 'PVM',
    netTotal: 'Suma be PVM',
    vatTotal: 'PVM suma',
    total: 'Bendra suma',
    vatIn: 'PVM suma',
    exchangeRate: 'Valiutos kursas',
    reasons: {
      Z: 'Nulinis PVM tarifas',
      E: 'Neapmokestinama PVM',
      AE: 'Atvirkštinis apmokestinimas',
      K: 'Prekių tiekimas kitai ES valstybei narei',
      G: 'Prekių eksportas',
      O: 'Ne PVM objektas',
    },
    notVatPayer: 'Pardavėjas nėra PVM mokėtojas',
    iban: 'Banko sąskaita',
    bank: 'Bankas',
    paymentReference: 'Mokėjimo paskirtis',
    notes: 'Pastabos',
    issuedBy: 'Sąskaitą išrašė',
    receivedBy: 'Sąskaitą priėmė',
    draft: 'JUODRAŠTIS',
    page: 'psl.',
    decimalMark: ',',
    groupMark: NO_BREAK_SPACE,
  },
  en: {
    vatTitle: {
      invoice: 'VAT invoice',
      credit_note: 'VAT credit note',
      proforma: 'Pro forma invoice',
      advance: 'Advance invoice',
      advance_tax: 'VAT invoice of a payment received',
    },
    title: {
      invoice: 'Invoice',
      credit_note: 'Credit note',
      proforma: 'Pro forma invoice',
      advance: 'Advance invoice',
      advance_tax: 'Invoice of a payment received',
    },
    number: 'No.',
    issuedOn: 'Date of issue',
    taxPointOn: 'Date of supply',
    dueOn: 'Due date',
    credited: 'Credited invoice',
    creditReason: 'Reason for the credit',
    of: 'of',
    orderNumber: 'Order no.',
    reference: 'Buyer reference',
    seller: 'Seller',
    buyer: 'Buyer',
    code: 'Company code',
    vatCode: 'VAT number',
    phone: 'Phone',
    email: 'E-mail',
    description: 'Goods or services',
    unit: 'Unit',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    withoutVat: 'excl. VAT',
    withVat: 'incl. VAT',
    discount: 'Discount, %',
    documentDiscount: 'Discount on the whole document, within the amounts of the lines',
    vatRate: 'VAT, %',
    net: 'Net amount',
    taxable: 'Taxable amount',
    vat: 'VAT',
    netTotal: 'Net total',
    vatTotal: 'VAT total',
    total: 'Total',
    vatIn: 'VAT total',
    exchangeRate: 'Exchange rate',
    reasons: {
      Z: 'Zero-rated',
      E: 'Exempt from VAT',
      AE: 'Reverse charge',
      K: 'Intra-Community supply',
      G: 'Export of goods',
      O: 'Outside the scope of VAT',
    },
    notVatPayer: 'The seller is not registered for VAT',
    iban: 'Bank account',
    bank: 'Bank',
    paymentReference: 'Payment reference',
    notes: 'Notes',
    issuedBy: 'Issued by',
    receivedBy: 'Received by',
    draft: 'DRAFT',
    page: 'page',
    decimalMark: '.',
    groupMark: ',',
  },
  ru: {
    vatTitle: {
      invoice: 'Счёт-фактура НДС',
      credit_note: 'Кредитный счёт-фактура НДС',
      proforma: 'Предварительный счёт',
      advance: 'Авансовый счёт',
      advance_tax: 'Счёт-фактура НДС на полученный аванс',
    },
    title: {
      invoice: 'Счёт-фактура',
      credit_note: 'Кредитный счёт-фактура',
      proforma: 'Предварительный счёт',
      advance: 'Авансовый счёт',
      advance_tax: 'Счёт-фактура на полученный аванс',
    },
    number: '№',
    issuedOn: 'Дата выписки',
    taxPointOn: 'Дата поставки',
    dueOn: 'Оплатить до',
    credited: 'Кредитуемый счёт',
    creditReason: 'Причина кредитования',
    of: 'от',
    orderNumber: '№ заказа',
    reference: 'Ссылка покупателя',
    seller: 'Продавец',
    buyer: 'Покупатель',
    code: 'Код предприятия',
    vatCode: 'Код плательщика НДС',
    phone: 'Тел.',
    email: 'Эл. почта',
    description: 'Товар или услуга',
    unit: 'Ед. изм.',
    quantity: 'Кол-во',
    unitPrice: 'Цена',
    withoutVat: 'без НДС',
    withVat: 'с НДС',
    discount: 'Скидка, %',
    documentDiscount: 'Скидка на весь документ, включена в суммы строк',
    vatRate: 'НДС, %',
    net: 'Сумма без НДС',
    taxable: 'Облагаемая сумма',
    vat: 'НДС',
    netTotal: 'Сумма без НДС',
    vatTotal: 'Сумма НДС',
    total: 'Итого',
    vatIn: 'Сумма НДС',
    exchangeRate: 'Курс валюты',
    reasons: {
      Z: 'Нулевая ставка НДС',
      E: 'Не облагается НДС',
      AE: 'Обратное налогообложение',
      K: 'Поставка в другое государство ЕС',
      G: 'Экспорт товаров',
      O: 'Не является объектом НДС',
    },
    notVatPayer: 'Продавец не является плательщиком НДС',
    iban: 'Банковский счёт',
    bank: 'Банк',
    paymentReference: 'Назначение платежа',
    notes: 'Примечания',
    issuedBy: 'Счёт выписал',
    receivedBy: 'Счёт принял',
    draft: 'ЧЕРНОВИК',
    page: 'стр.',
    decimalMark: ',',
    groupMark: NO_BREAK_SPACE,
  },
};

/** A plain decimal string as the language writes it: "-1234567.50" is "-1 234 567,50" or "-1,234,567.50". */
export function writtenNumber(
  digits: string,
  { decimalMark, groupMark }: Pick<InvoiceWords, 'decimalMark' | 'groupMark'>,
): string {
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, groupMark);
  return fraction === undefined ? grouped : `${grouped}${decimalMark}${fraction}`;
}
