/** Beyond any real quantity, and far within what the column holds. */
export const MOST_UNITS = '999999999999';

/** Far within what the columns hold, sums of 10,000 lines included. */
export const LARGEST_LINE = '999999999999999';

/** The unit of what names none: pieces (vienetai), as documents are written where most companies are. */
export const DEFAULT_UNIT = 'vnt';
