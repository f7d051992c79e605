import { types, type CustomTypesConfig } from 'pg';

const DATE = 1082;
const BIGINT = 20;
const TIMESTAMPTZ = 1184;

/**
 * How columns arrive: numeric stays text (no binary float, @invariant INV-11), a date stays the day it is (no time zone), an
 * instant becomes ISO 8601 in UTC, a bigint a number (counters and sequences stay far below 2^53).
 */
export const columnTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === DATE) return (text: string) => text;
      if (oid === BIGINT) return (text: string) => Number(text);
      if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    }
    return types.getTypeParser(oid, format) as (value: string) => unknown;
  },
};
