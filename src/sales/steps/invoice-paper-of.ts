import { Decimal } from '../../shared/decimal';
import { parseIban } from '../../shared/iban';
import { invariant } from '../../shared/invariant';
import { Money } from '../../shared/money';
import { isVatPayerOn } from '../../shared/vat-payer';
import { partnerSnapshot, statedCountry, type PartnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import { vatCodes, type VatCode } from '../../vat';
import {
  eInvoiceParties,
  vatTotalsOf,
  type EInvoiceParties,
  type VatTotalRow,
} from '../data/e-invoice-source';
import { findInvoice, type StoredInvoice } from '../data/sale-invoices.repository';
import type { InvoicePaper, PaperLine, PaperParty, PaperPerson, PaperVat } from '../domain/invoice-paper';
import { writtenCategory } from '../domain/ubl-vat';
import { buyerPlace, sellerPlace } from './document-parties';

/**
 * A document as it is printed; null where there is no such document. Amounts and the buyer are those of the issue, of a draft
 * those of today; the seller's name, codes, address, contact and account are always those of today.
 */
export async function findInvoicePaper(tx: Tx, id: string): Promise<InvoicePaper | null> {
  const [stored, parties, kept] = await Promise.all([
    findInvoice(tx, id),
    eInvoiceParties(tx, id),
    vatTotalsOf(tx, id),
  ]);
  if (stored === null || parties === null) return null;
  const { status, partner_id: partnerId } = stored.header;
  const totals = status === 'draft' ? draftTotals(stored) : kept;
  const partner =
    status === 'draft'
      ? await partnerSnapshot(tx, partnerId, 'id')
      : (stored.header.partner_snapshot as PartnerSnapshot | null);
  invariant(partner, 'an issued document has its partner');
  const used = await vatCodes(
    tx,
    totals.map(({ vat_code }) => vat_code),
  );
  return {
    ...headOf(tx, stored, parties),
    seller: sellerOf(tx, parties),
    buyer: buyerOf(partner, parties),
    ...accountOf(parties),
    lines: stored.lines.map(line => lineOf(stored, line)),
    vatTotals: merged(totals.map(total => vatOf(stored, total, used))),
    ...totalsOf(tx, stored),
  };
}

type Head = Omit<
  InvoicePaper,
  'seller' | 'buyer' | 'iban' | 'bankName' | 'lines' | 'vatTotals' | 'net' | 'vat' | 'gross' | 'base'
>;

function headOf(tx: Tx, { header }: StoredInvoice, parties: EInvoiceParties): Head {
  const {
    full_number: number,
    issued_on: issuedOn,
    tax_point_on: taxPointOn,
    due_on: dueOn,
    details,
  } = header;
  invariant(
    header.status === 'draft' ||
      (number !== null &&
        issuedOn !== null &&
        taxPointOn !== null &&
        dueOn !== null &&
        header.issued_at !== null),
    'issued is complete',
  );
  const credited = parties.precedingNumber ?? header.credited_invoice_reference;
  const { countryCode } = tx.company;
  return {
    type: header.type,
    isVatInvoice: isVatPayerOn(taxPointOn ?? issuedOn ?? tx.today, tx.company),
    number,
    writtenAt: new Date(header.issued_at ?? header.updated_at),
    issuedOn,
    taxPointOn,
    dueOn,
    credited:
      credited === null
        ? null
        : { number: credited, issuedOn: parties.precedingOn ?? header.credited_invoice_on },
    creditReason: details.creditReason ?? null,
    orderNumber: header.order_number,
    reference: details.documentRef ?? null,
    discountPercent: new Decimal(header.discount_percent),
    vatCountryCode: header.vat_country_code === countryCode ? null : header.vat_country_code,
    notes: details.notes ?? null,
    issuedBy: personOf(details.issuedByName, details.issuedByTitle),
    receivedBy: personOf(details.receivedByName, details.receivedByTitle),
  };
}

function personOf(name: string | null | undefined, title: string | null | undefined): PaperPerson | null {
  return name ? { name, title: title ?? null } : null;
}

function sellerOf(tx: Tx, parties: EInvoiceParties): PaperParty {
  const { code, vatCode } = tx.company;
  const { sellerPhone: phone, sellerEmail: email } = parties;
  return { ...sellerPlace(tx, parties), code, vatCode, phone, email };
}

function buyerOf(snapshot: PartnerSnapshot, parties: EInvoiceParties): PaperParty {
  const { type, code, vatCode } = snapshot;
  const place = buyerPlace(snapshot, parties);
  return {
    ...place,
    countryCode: statedCountry(snapshot) === null ? null : place.countryCode,
    code: type === 'person' ? null : code,
    vatCode,
    phone: null,
    email: null,
  };
}

/** An IBAN in groups of four, as it is read; another account as the company writes it. */
function accountOf({ sellerIban, sellerBank }: EInvoiceParties): {
  iban: string | null;
  bankName: string | null;
} {
  const written = sellerIban?.trim() ?? '';
  if (written === '') return { iban: null, bankName: null };
  return { iban: parseIban(written)?.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? written, bankName: sellerBank };
}

function lineOf({ header, currency }: StoredInvoice, row: StoredInvoice['lines'][number]): PaperLine {
  return {
    description: row.description,
    unit: row.unit,
    quantity: new Decimal(row.quantity),
    unitPrice: new Decimal(row.unit_price),
    priceIncludesVat: row.price_includes_vat,
    discountPercent: new Decimal(row.discount_percent),
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: writtenCategory(row.vat_category, header.vat_scheme),
    net: Money.of(row.net, currency),
  };
}

function vatOf(
  { header, lines, currency }: StoredInvoice,
  row: VatTotalRow,
  used: ReadonlyMap<string, VatCode>,
): PaperVat {
  const bases = lines
    .filter(
      line =>
        line.vat_category === row.vat_category &&
        line.vat_code === row.vat_code &&
        new Decimal(line.vat_rate).equals(row.vat_rate),
    )
    .map(line => line.vat_exemption_basis ?? used.get(row.vat_code)?.legalBasis);
  return {
    vatRatePercent: new Decimal(row.vat_rate),
    vatCategory: writtenCategory(row.vat_category, header.vat_scheme),
    net: Money.of(row.net, currency),
    vat: Money.of(row.vat, currency),
    legalBases: [...new Set(bases.flatMap(basis => basis ?? []))],
  };
}

/** The VAT of a draft is kept with its lines alone, which add up to it; highest rate first. */
function draftTotals({ lines, currency }: StoredInvoice): VatTotalRow[] {
  const groups = new Map<string, VatTotalRow>();
  for (const { vat_rate, vat_category, vat_code, net, vat } of lines) {
    const key = `${new Decimal(vat_rate).toFixed()} ${vat_category} ${vat_code}`;
    const group = groups.get(key);
    const plus = (text: string, more: string): string =>
      Money.of(text, currency).plus(Money.of(more, currency)).toString();
    groups.set(
      key,
      group
        ? { ...group, net: plus(group.net, net), vat: plus(group.vat, vat) }
        : { vat_rate, vat_category, vat_code, net, vat },
    );
  }
  return [...groups.values()].sort(
    (a, b) =>
      new Decimal(b.vat_rate).comparedTo(a.vat_rate) ||
      a.vat_category.localeCompare(b.vat_category) ||
      a.vat_code.localeCompare(b.vat_code),
  );
}

/** Codes of one rate and category are one row of the breakdown. */
function merged(totals: PaperVat[]): PaperVat[] {
  const groups = new Map<string, PaperVat>();
  for (const total of totals) {
    const key = `${total.vatCategory} ${total.vatRatePercent.toFixed()}`;
    const group = groups.get(key);
    groups.set(
      key,
      group
        ? {
            ...group,
            net: group.net.plus(total.net),
            vat: group.vat.plus(total.vat),
            legalBases: [...new Set([...group.legalBases, ...total.legalBases])],
          }
        : total,
    );
  }
  return [...groups.values()];
}

function totalsOf(
  tx: Tx,
  { header, currency }: StoredInvoice,
): Pick<InvoicePaper, 'net' | 'vat' | 'gross' | 'base'> {
  const base = tx.company.baseCurrency;
  return {
    net: Money.of(header.net_total, currency),
    vat: Money.of(header.vat_total, currency),
    gross: Money.of(header.gross_total, currency),
    base:
      base.code === currency.code
        ? null
        : { vat: Money.of(header.base_vat_total, base), rate: new Decimal(header.exchange_rate) },
  };
}
