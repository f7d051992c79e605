import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSTRAINT_ERRORS, CONSTRAINT_ERRORS_BY_MODULE } from '../../src/constraint-errors';
import { ERRORS, type ErrorDefinition } from '../../src/shared/errors';
import { errorsMarkdown } from '../../scripts/generated/errors-md';
import { readSources } from './support/source-files';

const ROOT = join(__dirname, '../..');
/** Which statuses go with which code: the contract's pairs, and with 408, 412, 413, 415, 431 and 503 those it does not name. */
const PAIRS: Record<ErrorDefinition['code'], number[]> = {
  validation: [400, 402, 413, 415, 422, 431],
  unauthorized: [401],
  forbidden: [403],
  not_found: [404],
  conflict: [409, 412],
  idempotency_in_progress: [409],
  idempotency_key_reuse: [422],
  rate_limited: [429],
  internal: [408, 500, 503],
};
const definitions: [string, ErrorDefinition][] = Object.entries(ERRORS);

/** Reasons that do not stand in the code as they are, and why. */
const NOT_WRITTEN_OUT: Record<string, string> = {
  order_number_taken: 'put together in src/sales/steps/claim-keys.ts',
};

/** That every refusal in the code is in the catalogue is the type system's business. */
describe('the catalogue of refusals', () => {
  it('holds nothing that the code never refuses', () => {
    const written = new Set(
      readSources(ROOT, ['src'])
        .filter(({ path }) => path !== 'src/shared/errors.ts')
        .flatMap(({ texts }) => texts),
    );
    const silent = definitions.map(([reason]) => reason).filter(reason => !written.has(reason));
    expect(silent).toEqual(Object.keys(NOT_WRITTEN_OUT));
  });

  it('pairs statuses and codes as clients know them', () => {
    expect(definitions.filter(([, { status, code }]) => !PAIRS[code].includes(status))).toEqual([]);
  });

  it('keeps no refusal for good that concerns who asks, what is missing, or the server', () => {
    const wrong = definitions.filter(
      ([, { status, final }]) => final && status !== 402 && (status < 404 || status === 404 || status >= 429),
    );
    expect(wrong).toEqual([]);
  });

  it('says for each what it means and what to do', () => {
    for (const [reason, { meaning, remedy }] of definitions) {
      expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect([reason, meaning]).toEqual([reason, expect.stringMatching(/^[^|\n]{10,}\.$/)]);
      expect([reason, remedy]).toEqual([reason, expect.stringMatching(/^[^|\n]{5,}\.$/)]);
    }
  });

  it('is what the database answers when requests race', () => {
    for (const { reason } of Object.values(CONSTRAINT_ERRORS))
      expect(ERRORS[reason].status).toBeLessThan(500);
  });

  it('is told of constraints by the module whose table it is, each once', () => {
    const tables = Object.values(CONSTRAINT_ERRORS_BY_MODULE).map(
      errors => new Set(Object.keys(errors).map(name => /^[a-z]+_(.+?)(__|$)/.exec(name)?.[1])),
    );
    const all = tables.flatMap(each => [...each]);
    expect(all.filter((table, index) => all.indexOf(table) !== index)).toEqual([]);
    const names = Object.values(CONSTRAINT_ERRORS_BY_MODULE).flatMap(errors => Object.keys(errors));
    expect(Object.keys(CONSTRAINT_ERRORS)).toHaveLength(names.length);
  });

  it('keeps for good what the page on idempotency says, and nothing else', () => {
    const page = readFileSync(join(ROOT, 'docs/idempotency.md'), 'utf8');
    const [, named = ''] = /every \*\*final\*\* refusal\.([^]*?)\n\n/.exec(page) ?? [];
    expect([...named.matchAll(/`(\w+)`/g)].map(([, reason]) => reason)).toEqual(
      definitions.filter(([, { final }]) => final).map(([reason]) => reason),
    );
  });

  it('is documented as it is', () => {
    expect(readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')).toBe(errorsMarkdown());
  });
});
