/**
 * Reads any JSON object, without what must not go further: texts that PostgreSQL cannot hold (U+0000, half of a surrogate
 * pair), numbers that JavaScript cannot carry exactly, members named like those of every object. Of a member that is there
 * twice the last counts. Undefined when it is no JSON object.
 */
export function parseTolerantly(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text, (name, member: unknown) =>
      name in Object.prototype || !isHarmless(member) ? undefined : member,
    );
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined; // no JSON, or nested too deeply
  }
}

function isHarmless(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  return typeof value !== 'number' || Number.isSafeInteger(value);
}
