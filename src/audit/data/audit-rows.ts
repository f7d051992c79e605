import type { TableRows, Tx } from '../../platform/database';
import { canonicalJson } from '../../platform/http';

/** A fact of the audit log. */
export interface AuditFact {
  /** `{entity}.{verb}`, e.g. `sale_invoice.issued`. */
  action: string;
  entity: string;
  entityId: string | null;
  /** What changed, or the data that came with the fact; never a secret. */
  diff?: object;
}

/** What was and what is. */
export interface Change {
  before: object;
  after: object;
}

/**
 * The diff of a change: the members that differ, as they were and as they are. Compared as JSON in whatever order of names, so an
 * object is one value. Neither may hold a secret.
 */
export function changeOf(before: object, after: object): Change {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = Object.keys(is).filter(name => !isSame(is[name], was[name]));
  const only = (values: Record<string, unknown>): object =>
    Object.fromEntries(names.map(name => [name, values[name] ?? null]));
  return { before: only(was), after: only(is) };
}

/** A document as the API shows it. */
export interface ShownDocument {
  lines: object[];
  updatedAt: string | Date;
}

/** How many lines of a document a diff holds at most, of each side. */
const MOST_LINES_IN_DIFF = 200;

/**
 * The diff of a changed draft: its members, and of its lines those that differ from the one that was in their place
 * (`sortOrder`), at most the first 200 of each side. `lineCount` says how many lines there were and are. A replaced line
 * has another id even where it says the same: that alone is no difference.
 */
export function changeOfDraft(before: ShownDocument, after: ShownDocument): Change {
  const { lines: was, ...draftBefore } = before;
  const { lines: is, ...draftAfter } = after;
  const change = changeOf(draftBefore, { ...draftAfter, updatedAt: before.updatedAt });
  const longer = was.length > is.length ? was : is;
  const places = [...longer.keys()]
    .filter(place => !isSame(withoutId(was[place]), withoutId(is[place])))
    .slice(0, MOST_LINES_IN_DIFF);
  if (places.length === 0) return change;
  const at = (lines: object[]) => ({
    lineCount: lines.length,
    lines: places.flatMap(place => lines[place] ?? []),
  });
  return { before: { ...change.before, ...at(was) }, after: { ...change.after, ...at(is) } };
}

/** The diff of a deleted draft: all that it was, with at most its first 200 lines and how many it had. */
export function lossOfDraft({ lines, ...draft }: ShownDocument): { before: object } {
  return { before: { ...draft, lineCount: lines.length, lines: lines.slice(0, MOST_LINES_IN_DIFF) } };
}

function isSame(one: unknown, other: unknown): boolean {
  return (
    JSON.stringify(one) === JSON.stringify(other) ||
    canonicalJson(one ?? null) === canonicalJson(other ?? null)
  );
}

function withoutId(line: object | undefined): object | null {
  return line === undefined ? null : { ...line, id: null };
}

/** Rows that say who did what in this transaction; insert them together with the fact. */
export function auditRows(tx: Tx, ...facts: AuditFact[]): TableRows {
  return {
    table: 'audit_log',
    rows: facts.map(fact => ({
      company_id: tx.companyId,
      actor_type: tx.actor.type === 'operator' ? 'system' : tx.actor.type,
      actor_id: tx.actor.id,
      api_key_id: tx.actor.apiKeyId,
      action: fact.action,
      entity: fact.entity,
      entity_id: fact.entityId,
      diff: fact.diff ?? null,
      request_id: tx.requestId,
    })),
  };
}
