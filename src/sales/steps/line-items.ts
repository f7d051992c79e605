import { refuse, refuseField } from '../../shared/domain-error';
import { itemsById, type CatalogItem } from '../../catalog';
import { accountsByCode, postingAccounts } from '../../ledger';
import type { Tx } from '../../platform/database';
import type { SaleLineRequest } from '../api/sale-invoice.request';
import type { SaleDocument, SaleLine } from '../domain/sale-document';

/** A line as asked for, completed by its item. */
interface ItemisedLine {
  request: SaleLineRequest;
  /** Where the line's net is posted; null: by the rule for services. */
  revenueAccountCode: string | null;
}

/**
 * Completes lines from the items they name: description, unit, price and VAT where the line leaves them out, and the
 * revenue account: the item's own, else for products that of the rule `sales.revenueProducts`.
 * @throws DomainError `not_found`; `invalid_request` where only a price in base currency is known
 */
export async function withItems(
  tx: Tx,
  document: SaleDocument,
  requests: SaleLineRequest[],
): Promise<ItemisedLine[]> {
  const items = await itemsById(
    tx,
    requests.map(({ itemId }) => itemId),
    'lines',
  );
  const ofProducts = [...items.values()].some(isPostedAsProduct)
    ? (await postingAccounts(tx, ['sales.revenueProducts']))['sales.revenueProducts'].code
    : null;
  return requests.map((request, index) => {
    const item = request.itemId === undefined ? undefined : items.get(request.itemId);
    // What a line credits decides everything of it.
    if (!item || request.creditedLineId !== undefined) return { request, revenueAccountCode: null };
    return {
      request: completed(tx, document, request, item, `lines.${index}`),
      revenueAccountCode: isPostedAsProduct(item) ? ofProducts : item.saleAccountCode,
    };
  });
}

function isPostedAsProduct({ type, saleAccountCode }: CatalogItem): boolean {
  return saleAccountCode === null && type === 'product';
}

function completed(
  tx: Tx,
  document: SaleDocument,
  request: SaleLineRequest,
  item: CatalogItem,
  member: string,
): SaleLineRequest {
  const isPriced = (request.unitPriceExclVat ?? request.unitPriceInclVat) !== undefined;
  const { baseCurrency } = tx.company;
  if (!isPriced && item.salePriceExclVat !== null && document.currency.code !== baseCurrency.code) {
    refuseField(
      `${member}.unitPriceExclVat`,
      `is missing: the price of ${item.name} is in ${baseCurrency.code}, the document in ${document.currency.code}`,
    );
  }
  const takesVat =
    request.vatRatePercent === undefined &&
    request.vatClassifierCode === undefined &&
    isTaxedAtHome(tx, document);
  return {
    ...request,
    description: request.description ?? item.name,
    unit: request.unit ?? item.unit,
    ...(!isPriced && item.salePriceExclVat !== null && { unitPriceExclVat: item.salePriceExclVat }),
    ...(takesVat && item.vatRatePercent !== null && { vatRatePercent: item.vatRatePercent }),
    ...(takesVat && item.vatClassifierCode !== null && { vatClassifierCode: item.vatClassifierCode }),
  };
}

/** An item's VAT is that of a sale at home by a VAT payer; abroad other rates and codes hold, which the line gives. */
function isTaxedAtHome(tx: Tx, { vatScheme }: SaleDocument): boolean {
  return tx.company.isVatPayer && (vatScheme === null || vatScheme === 'domestic');
}

/**
 * Ids, by code, of the accounts that lines name.
 * @throws DomainError `account_unusable` for one that takes no postings or belongs to partners or VAT
 */
export async function revenueAccounts(tx: Tx, lines: SaleLine[]): Promise<ReadonlyMap<string, string>> {
  const codes = [...new Set(lines.flatMap(({ revenueAccountCode }) => revenueAccountCode ?? []))];
  if (codes.length === 0) return new Map();
  const accounts = await accountsByCode(tx, codes);
  return new Map(
    [...accounts.values()].map(({ code, accountId, isPostable, control }) => {
      if (!isPostable || control !== null) {
        const why = isPostable ? `is the control account of ${control}s` : 'takes no postings';
        refuse(
          'account_unusable',
          `Account ${code}, which an item gave a line, ${why}; change the item and the line, or the account.`,
        );
      }
      return [code, accountId];
    }),
  );
}
