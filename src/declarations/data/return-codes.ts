import type { Tx } from '../../platform/database';
import type { PlacementRules, ReturnCode } from '../domain/vat-return/placement';
import defaults from './return-defaults.json';

/** The codes of the company's country with their boxes, and what stands in for a missing code. */
export async function placementRules(tx: Tx): Promise<PlacementRules> {
  const home = tx.company.countryCode;
  const codes = await tx.query<ReturnCode>(
    `SELECT code, return_sales AS sales, return_purchase AS purchases, confidence, ec_sales AS "ecSales"
       FROM vat_classifiers WHERE country_code = $1`,
    [home],
  );
  return {
    home,
    codes: new Map(codes.map(code => [code.code, code])),
    defaults: defaults.filter(({ country }) => country === home),
  };
}
