/** A currency: ISO 4217 alphabetic code and its number of decimals (JPY 0, EUR 2, KWD 3). */
export interface Currency {
  code: string;
  minorUnits: number;
}
