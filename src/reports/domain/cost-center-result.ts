/** What was earned and spent for a cost center; decimal strings in base currency. */
export interface CostCenterResult {
  costCenterId: string;
  code: string;
  name: string;
  income: string;
  expenses: string;
  result: string;
}
