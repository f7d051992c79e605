import { ERRORS, type ErrorDefinition } from '../../src/shared/errors';

const HEADING = `# Errors

Generated from \`src/shared/errors.ts\` (npm run docs:generate).

Every refusal has this shape; \`code\` is what clients of the contract know, \`reason\` is ours, finer and stable:

\`\`\`json
{ "error": { "code": "validation", "message": "...", "requestId": "...", "reason": "period_locked" }, "message": "..." }
\`\`\`

\`fieldErrors\`, \`existingId\` and \`mismatch\` are there where the table says so.

**Final** refusals are stored with the Idempotency-Key and replayed like a success: they are about the operation or the
document itself, and no repair of the surroundings would change them. After any other refusal the key is still free:
repair what the message names and send the same request with the same key.

| reason | status | code | final | meaning | remedy |
|---|---|---|---|---|---|
`;

/** The catalogue of refusals as a page. */
export function errorsMarkdown(): string {
  const definitions: [string, ErrorDefinition][] = Object.entries(ERRORS);
  const lines = definitions.map(
    ([reason, { status, code, final, meaning, remedy }]) =>
      `| \`${reason}\` | ${status} | \`${code}\` | ${final ? 'yes' : 'no'} | ${meaning} | ${remedy} |\n`,
  );
  return HEADING + lines.join('');
}
