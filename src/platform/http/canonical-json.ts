import canonicalize from 'canonicalize';

/** RFC 8785 (JCS): one text for all spellings of one JSON value. Numbers that keep their digits bring their own form. */
export function canonicalJson(value: unknown): string {
  return (canonicalize as unknown as (value: unknown) => string)(value);
}
