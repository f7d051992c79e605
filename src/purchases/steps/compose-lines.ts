import { Decimal } from '../../shared/decimal';
import { DEFAULT_UNIT, MOST_UNITS } from '../../shared/document-line';
import { refuse, refuseField } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { isVatPayerOn } from '../../shared/vat-payer';
import { itemsById, type CatalogItem } from '../../catalog';
import { accountsByCode, refuseUnusableCostCenters, type Account } from '../../ledger';
import type { Tx } from '../../platform/database';
import { isForPurchases, vatCodes, type VatCode } from '../../vat';
import type { PurchaseLineRequest } from '../api/purchase-invoice.request';
import type { PurchaseDocument, PurchaseLine } from '../domain/purchase-document';
import { treatmentOf } from '../domain/purchase-vat';

interface Known {
  items: ReadonlyMap<string, CatalogItem>;
  codes: ReadonlyMap<string, VatCode>;
}

/** Lines as asked for: an item fills what a line leaves out, the rest has defaults. */
export async function composeLines(
  tx: Tx,
  document: PurchaseDocument,
  requests: PurchaseLineRequest[],
): Promise<PurchaseLine[]> {
  const items = await itemsById(
    tx,
    requests.map(({ itemId }) => itemId),
    'lines',
  );
  const named = [
    ...requests.flatMap(line => line.vatClassifierCode ?? []),
    ...[...items.values()].flatMap(item => item.vatClassifierCode ?? []),
  ];
  const [codes, accounts] = await Promise.all([
    vatCodes(tx, named),
    accountsByCode(
      tx,
      requests.flatMap(line => line.accountCode ?? []),
    ),
    refuseUnusableCostCenters(
      tx,
      requests.map(line => line.costCenterId),
      'lines',
    ),
  ]);
  return requests.map((request, index) => {
    const member = `lines.${index}`;
    if (request.accountCode !== undefined)
      usableCostAccount(request.accountCode, accounts.get(request.accountCode), member);
    return composeLine(tx, document, request, { items, codes }, member);
  });
}

/**
 * The account that a line names: one that takes postings and is moved by hand too.
 * @throws DomainError `account_unusable`, `control_account`
 */
export function usableCostAccount(code: string, account: Account | undefined, member: string): Account {
  const fieldErrors = (what: string) => ({ fieldErrors: { [`${member}.accountCode`]: [what] } });
  if (!account)
    refuse(
      'account_unusable',
      `Account ${code} does not exist; create it or name another.`,
      fieldErrors('does not exist'),
    );
  if (!account.isPostable)
    refuse(
      'account_unusable',
      `Account ${code} takes no postings; name another.`,
      fieldErrors('takes no postings'),
    );
  if (account.control)
    refuse(
      'control_account',
      `Account ${code} is a control account (${account.control}); name a cost or asset account.`,
      fieldErrors('is a control account'),
    );
  return account;
}

function composeLine(
  tx: Tx,
  document: PurchaseDocument,
  request: PurchaseLineRequest,
  known: Known,
  member: string,
): PurchaseLine {
  const item = request.itemId === undefined ? undefined : known.items.get(request.itemId);
  const description =
    request.description ?? item?.name ?? refuseField(`${member}.description`, 'is missing (or give itemId)');
  const { code, given } = vatOf(request, item, known.codes, member);
  const treatment =
    treatmentOf(code, given) ??
    refuseField(`${member}.vatRatePercent`, 'is missing (or give vatClassifierCode)');
  const price = priceOf(tx, document, request, item, member);
  if (price.includesVat && treatment.vatCategory === 'AE')
    refuseField(`${member}.unitPriceInclVat`, 'holds no VAT under this VAT code; give unitPriceExclVat');
  const taxPointOn = document.taxPointOn ?? document.documentOn;
  const isPayer = isVatPayerOn(taxPointOn, tx.company);
  const deductible = request.deductiblePercent ?? (isPayer ? '100' : '0');
  return {
    lineId: newId(),
    description,
    unit: request.unit ?? item?.unit ?? DEFAULT_UNIT,
    quantity: quantityOf(request, member),
    unitPrice: price.amount,
    priceIncludesVat: price.includesVat,
    vatRatePercent: given ?? treatment.vatRatePercent,
    vatCategory: treatment.vatCategory,
    vatCode: code?.code ?? null,
    deductiblePercent: new Decimal(deductible),
    isProRata: request.deductiblePercent === undefined && isPayer,
    itemId: item?.id ?? null,
    accountCode: request.accountCode ?? accountOf(item),
    costCenterId: request.costCenterId ?? null,
    costRule: item?.type === 'product' ? 'purchases.goodsForResale' : 'purchases.defaultExpense',
  };
}

/** The VAT code and the rate as given; where the line gives neither, the item's, unless its code is for sales only. */
function vatOf(
  request: PurchaseLineRequest,
  item: CatalogItem | undefined,
  codes: ReadonlyMap<string, VatCode>,
  member: string,
): { code: VatCode | null; given: Decimal | null } {
  const { vatClassifierCode: name, vatRatePercent: rate } = request;
  const given = rate === undefined ? null : new Decimal(rate);
  if (name !== undefined) {
    const code = codes.get(name) ?? refuseField(`${member}.vatClassifierCode`, `VAT code ${name} is unknown`);
    return { code, given };
  }
  if (given || !item) return { code: null, given };
  const code = item.vatClassifierCode === null ? undefined : codes.get(item.vatClassifierCode);
  if (code && !isForPurchases(code)) return { code: null, given: null };
  return {
    code: code ?? null,
    given: code || item.vatRatePercent === null ? null : new Decimal(item.vatRatePercent),
  };
}

function priceOf(
  tx: Tx,
  document: PurchaseDocument,
  { unitPriceExclVat, unitPriceInclVat }: PurchaseLineRequest,
  item: CatalogItem | undefined,
  member: string,
): { amount: Decimal; includesVat: boolean } {
  if (unitPriceExclVat !== undefined && unitPriceInclVat !== undefined)
    refuseField(`${member}.unitPriceInclVat`, 'give this or unitPriceExclVat, not both');
  // Prices of items are in base currency.
  const ofItem =
    document.currency.code === tx.company.baseCurrency.code
      ? (item?.purchasePriceExclVat ?? undefined)
      : undefined;
  const amount =
    unitPriceExclVat ??
    unitPriceInclVat ??
    ofItem ??
    refuseField(`${member}.unitPriceExclVat`, 'is missing (or give unitPriceInclVat)');
  return { amount: new Decimal(amount), includesVat: unitPriceInclVat !== undefined };
}

function quantityOf({ quantity: given = '1' }: PurchaseLineRequest, member: string): Decimal {
  const quantity = new Decimal(given);
  if (quantity.isZero()) refuseField(`${member}.quantity`, 'must not be zero');
  if (quantity.abs().greaterThan(MOST_UNITS))
    refuseField(`${member}.quantity`, `must be at most ${MOST_UNITS}`);
  return quantity;
}

function accountOf(item: CatalogItem | undefined): string | null {
  if (!item) return null;
  return item.type === 'product'
    ? (item.purchaseAccountCode ?? item.expenseAccountCode)
    : (item.expenseAccountCode ?? item.purchaseAccountCode);
}
