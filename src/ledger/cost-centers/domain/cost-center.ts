/** What income and expense are counted for, beside their accounts: a shop, a department, a campaign. */
export interface CostCenter {
  costCenterId: string;
  code: string;
  name: string;
  /** An inactive one takes no new postings; what is posted stays and is mirrored by credits and reversals. */
  isActive: boolean;
  createdAt: string;
}
