import { Injectable } from '@nestjs/common';
import { parseCalendarDate } from '../../../shared/calendar-date';
import { refuseField } from '../../../shared/domain-error';
import { isUuid } from '../../../shared/ids';
import { Decimal, parseDecimal, sumOf } from '../../../shared/decimal';
import type { Tx } from '../../database';
import { canonicalJson, JsonNumber } from '../../http';
import { ListCursors, type CursorPosition } from '../list-cursors';
import type { ListFilter, ListRequest } from '../list.request';
import type { ListPage } from '../list.response';

/** What a field of a list is; decides which values and operators fit. `amount` can be totalled. */
export type ListFieldType = 'text' | 'id' | 'date' | 'instant' | 'integer' | 'decimal' | 'amount' | 'boolean';

export interface ListField {
  /** SQL expression over `from`. */
  column: string;
  type: ListFieldType;
  /** All that a text can be; a filter by something else is a mistake, not an empty page. */
  values?: readonly string[];
}

/** A list: where the rows come from and what may be asked of them. Written by us, never from a request. */
export interface ListDefinition {
  name: string;
  /** `FROM` clause with joins; the alias of the main table is up to it. */
  from: string;
  /** Select list; the row mapper gets exactly these columns. */
  select: string;
  /** By the row's JSON names. */
  fields: Record<string, ListField>;
  /** The unique column that makes every order total. */
  key: ListField;
  defaultSort: { field: string; dir: 'asc' | 'desc' }[];
  /** Expressions of the row's currency and its decimals, where amounts carry one. */
  currency?: { code: string; minorUnits: string };
  /** Condition every row must meet. */
  where?: string;
}

const DEFAULT_PAGE_SIZE = 50;

/** Runs the paged lists: filter, sort, totals over all rows that match, and a keyset cursor. */
@Injectable()
export class ListQuery {
  constructor(private readonly cursors: ListCursors) {}

  async run<Row extends object, Result>(
    tx: Tx,
    list: ListDefinition,
    request: ListRequest,
    toResult: (row: Row) => Result,
  ): Promise<ListPage<Result>> {
    const parameters: unknown[] = [];
    const conditions = [
      list.where ?? 'true',
      ...(request.filter ?? []).map((filter, index) => condition(list, filter, index, parameters)),
    ];
    const order = totalOrder(list, request);
    const belongsTo = canonicalJson([
      list.name,
      tx.companyId,
      order.map(term => [term.name, term.dir]),
      request.filter ?? [],
    ]);
    const matching = conditions.join(' AND ');
    const sums = await this.sums(tx, list, request, matching, parameters);

    const pageSize = request.pageSize ?? DEFAULT_PAGE_SIZE;
    const after =
      request.cursor === undefined
        ? []
        : [keyset(order, this.cursors.decode(belongsTo, request.cursor), parameters)];
    const page = request.cursor === undefined ? (request.page ?? 1) : 1;
    const rows = await tx.query<Row & { sort_values: CursorPosition }>(
      `SELECT ${list.select}, jsonb_build_array(${order.map(term => `(${term.column})::text`).join(', ')}) AS sort_values
         FROM ${list.from} WHERE ${[matching, ...after].join(' AND ')}
        ORDER BY ${order.map(term => `${term.column} ${term.dir} NULLS LAST`).join(', ')}
        LIMIT ${pageSize + 1} OFFSET ${(page - 1) * pageSize}`,
      parameters,
    );
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    const nextCursor =
      rows.length > pageSize && last ? this.cursors.encode(belongsTo, last.sort_values) : null;
    return {
      rows: shown.map(({ sort_values: _, ...row }) => toResult(row as unknown as Row)),
      page: request.page ?? 1,
      pageSize,
      nextCursor,
      ...sums,
    };
  }

  /** Number of rows that match, and the totals asked for: over all of them, and by currency where rows carry one. */
  private async sums(
    tx: Tx,
    list: ListDefinition,
    request: ListRequest,
    matching: string,
    parameters: unknown[],
  ): Promise<Sums> {
    const wanted = request.totals ?? [];
    const columns = wanted.map((name, index) => {
      const field = fieldOf(list, name, `totals.${index}`);
      if (field.type !== 'amount') refuseField(`totals.${index}`, `"${name}" is not an amount`);
      return `sum(${field.column})::text AS total_${index}`;
    });
    const { code, minorUnits } = list.currency ?? { code: 'NULL', minorUnits: 'NULL::smallint' };
    const groups = await tx.query<CurrencyGroup>(
      `SELECT count(*) AS matches, ${[`${code} AS currency`, `${minorUnits} AS minor_units`, ...columns].join(', ')}
         FROM ${list.from} WHERE ${matching} GROUP BY 2, 3`,
      parameters,
    );
    const total = groups.reduce((count, group) => count + group.matches, 0);
    if (wanted.length === 0) return { total };
    const decimals = Math.max(
      ...groups.map(group => group.minor_units ?? 0),
      list.currency ? 0 : tx.company.baseCurrency.minorUnits,
    );
    const totals = Object.fromEntries(
      wanted.map((name, index) => [
        name,
        rendered(sumOf(groups.map(group => totalOf(group, index))), decimals),
      ]),
    );
    if (list.currency === undefined) return { total, totals };
    const ofGroup = (group: CurrencyGroup): Record<string, string> =>
      Object.fromEntries(
        wanted.map((name, index) => [name, rendered(totalOf(group, index), group.minor_units ?? 0)]),
      );
    return {
      total,
      totals,
      totalsByCurrency: Object.fromEntries(groups.map(group => [group.currency, ofGroup(group)])),
    };
  }
}

/** The rows of one currency, or all rows where they carry none; sums in `total_<index>`. */
type CurrencyGroup = { matches: number; currency: string; minor_units: number | null } & Record<
  `total_${number}`,
  string | null
>;

function totalOf(group: CurrencyGroup, index: number): Decimal {
  return new Decimal(group[`total_${index}`] ?? 0);
}

/** With the currency's decimals; amounts in another currency beside it may have more, and keep them. */
function rendered(sum: Decimal, decimals: number): string {
  return sum.toFixed(Math.max(decimals, sum.decimalPlaces()));
}

type Sums = Pick<ListPage<unknown>, 'total' | 'totals' | 'totalsByCurrency'>;

interface OrderTerm {
  name: string;
  column: string;
  type: ListFieldType;
  dir: 'asc' | 'desc';
}

function totalOrder(list: ListDefinition, request: ListRequest): OrderTerm[] {
  const asked = request.sort?.length ? request.sort : list.defaultSort;
  const terms = asked.map(({ field, dir }, index) => {
    const { column, type } = fieldOf(list, field, `sort.${index}.field`);
    return { name: field, column, type, dir: dir ?? ('asc' as const) };
  });
  return [...terms, { name: '', ...list.key, dir: terms.at(-1)?.dir ?? 'asc' }];
}

const SQL_TYPES: Record<ListFieldType, string> = {
  text: 'text',
  id: 'uuid',
  date: 'date',
  instant: 'timestamptz',
  integer: 'bigint',
  decimal: 'numeric',
  amount: 'numeric',
  boolean: 'boolean',
};

/** Rows after a position: `(a > x) OR (a = x AND b > y) OR ...`, each term in its direction, empty values last. */
function keyset(order: OrderTerm[], position: CursorPosition, parameters: unknown[]): string {
  const alternatives: string[] = [];
  const equal: string[] = [];
  order.forEach((term, index) => {
    const value = position[index] ?? null;
    if (value === null) {
      equal.push(`${term.column} IS NULL`);
      return;
    }
    const parameter = `$${parameters.push(value)}::${SQL_TYPES[term.type]}`;
    const beyond = `(${term.column} ${term.dir === 'asc' ? '>' : '<'} ${parameter} OR ${term.column} IS NULL)`;
    alternatives.push([...equal, beyond].join(' AND '));
    equal.push(`${term.column} = ${parameter}`);
  });
  return `(${alternatives.map(alternative => `(${alternative})`).join(' OR ')})`;
}

function condition(list: ListDefinition, filter: ListFilter, index: number, parameters: unknown[]): string {
  const field = fieldOf(list, filter.field, `filter.${index}.field`);
  const member = `filter.${index}.value`;
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const type = SQL_TYPES[field.type];
  switch (filter.op) {
    case 'in': {
      if (!Array.isArray(filter.value) || filter.value.length > 500)
        refuseField(member, 'must be a list of at most 500 values');
      return `${field.column} = ANY (${parameter(filter.value.map(value => fittingOf(field, value, member)))}::${type}[])`;
    }
    case 'contains': {
      if (field.type !== 'text')
        refuseField(`filter.${index}.op`, `"contains" does not fit "${filter.field}"`);
      return `position(lower(${parameter(fitting('text', filter.value, member))}) IN lower(${field.column})) > 0`;
    }
    case 'ne':
      return `${field.column} IS DISTINCT FROM ${parameter(fittingOf(field, filter.value, member))}::${type}`;
    default:
      return `${field.column} ${{ eq: '=', gte: '>=', lte: '<=' }[filter.op]} ${parameter(fittingOf(field, filter.value, member))}::${type}`;
  }
}

const FITS: Record<ListFieldType, (text: string) => boolean> = {
  text: text => text.length <= 1000,
  id: isUuid,
  date: text => parseCalendarDate(text) !== null,
  instant: text =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text)),
  integer: text => /^-?\d{1,15}$/.test(text),
  decimal: text => parseDecimal(text) !== null,
  amount: text => parseDecimal(text) !== null,
  boolean: text => text === 'true' || text === 'false',
};

/** The value as the text PostgreSQL will read, once it is sure to be of the field's type. */
function fitting(type: ListFieldType, value: unknown, member: string): string {
  const text =
    value instanceof JsonNumber
      ? String((type === 'integer' ? value.whole() : undefined) ?? value.digits)
      : ['string', 'number', 'boolean'].includes(typeof value)
        ? String(value)
        : null;
  if (text === null || !FITS[type](text)) refuseField(member, `must be a value of type ${type}`);
  return text;
}

function fittingOf({ type, values }: ListField, value: unknown, member: string): string {
  const text = fitting(type, value, member);
  if (values?.includes(text) === false) refuseField(member, `must be one of ${values.join(', ')}`);
  return text;
}

function fieldOf(list: ListDefinition, name: string, member: string): ListField {
  const field = Object.hasOwn(list.fields, name) ? list.fields[name] : undefined;
  if (!field) refuseField(member, `"${name}" is none of ${Object.keys(list.fields).join(', ')}`);
  return field;
}
