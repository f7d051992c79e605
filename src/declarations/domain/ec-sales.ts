import { Decimal, sumOf } from '../../shared/decimal';
import { isMemberState } from '../../shared/eu-vat-area';
import { placeOf, type PlacementRules } from './vat-return/placement';
import { isTaxedElsewhere, partnerPlace, type RegisteredVat } from './vat-return/vat-movement';

type Kind = 'goods' | 'triangular' | 'services';

/** What was supplied to one VAT number of another member state. */
export interface EcSalesRow {
  partnerName: string;
  /** With its prefix. */
  vatCode: string;
  /** The prefix: EL for Greece, XI for Northern Ireland. */
  countryCode: string;
  goods: Decimal;
  triangular: Decimal;
  services: Decimal;
}

export interface EcSalesList {
  rows: EcSalesRow[];
  totals: Record<Kind, Decimal>;
  warnings: string[];
}

/**
 * The recapitulative statement of supplies to VAT payers in other member states (Directive 2006/112/EC, art. 262 to 264): one
 * row to a VAT number. Rows of the register belong to it by their VAT code, else by their category.
 */
export function ecSalesOf(register: readonly RegisteredVat[], rules: PlacementRules): EcSalesList {
  const warnings = new Set<string>();
  const rows = new Map<string, EcSalesRow>();
  for (const row of register) {
    const kind = kindOf(row, rules, warnings);
    if (kind === null) continue;
    const vatCode = vatNumberOf(row, kind, rules.home, warnings);
    if (vatCode === null) continue;
    const sums = rows.get(vatCode) ?? {
      partnerName: row.partnerName,
      vatCode,
      countryCode: vatCode.slice(0, 2),
      goods: new Decimal(0),
      triangular: new Decimal(0),
      services: new Decimal(0),
    };
    rows.set(vatCode, { ...sums, [kind]: sums[kind].plus(row.net) });
  }
  const listed = [...rows.values()]
    .filter(row => !(row.goods.isZero() && row.triangular.isZero() && row.services.isZero()))
    .sort((a, b) => (a.vatCode < b.vatCode ? -1 : 1));
  const total = (kind: Kind): Decimal => sumOf(listed.map(row => row[kind]));
  return {
    rows: listed,
    totals: { goods: total('goods'), triangular: total('triangular'), services: total('services') },
    warnings: [...warnings],
  };
}

function kindOf(row: RegisteredVat, rules: PlacementRules, warnings: Set<string>): Kind | null {
  if (row.side !== 'sales' || isTaxedElsewhere(row, rules.home)) return null;
  const { code, by } = placeOf(row, rules);
  if (!code?.ecSales) return null;
  if (by === 'rule' && partnerPlace(row, rules.home) === 'eu')
    warnings.add(
      `${row.documentNumber} has no VAT code; its category ${row.category} counts as ${code.ecSales}.`,
    );
  return code.ecSales;
}

/**
 * With EL for Greece. null where the supply is not of the list, or where only the number is missing. What the return counts as
 * a supply to a VAT payer of another member state and the list misses is warned of; services may be supplied elsewhere.
 */
function vatNumberOf(row: RegisteredVat, kind: Kind, home: string, warnings: Set<string>): string | null {
  const place = partnerPlace(row, home);
  if (place !== 'eu') {
    if (kind !== 'services' || (place === 'home' && row.partnerVatCode !== null))
      warnings.add(
        `${row.documentNumber}: ${row.partnerName} ${row.partnerVatCode === null ? 'has no VAT number' : `(${row.partnerVatCode}) is no VAT payer`} of another member state; the return counts the supply as ${kind} to one, and it is not in the list.`,
      );
    return null;
  }
  const number =
    row.partnerVatCode
      ?.replace(/[^0-9A-Z]/gi, '')
      .toUpperCase()
      .replace(/^GR/, 'EL') ?? '';
  if (isMemberState(number.slice(0, 2)) && number.length > 2) return number;
  warnings.add(
    `${row.documentNumber}: ${row.partnerName} has no VAT number with the prefix of a member state; the supply is not in the list.`,
  );
  return null;
}
