/** The largest amount of one movement, either way; sums of many still fit numeric(28, 4). */
export const LARGEST_AMOUNT = '999999999999999';
