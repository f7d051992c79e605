/** The charge of a settlement line `l` that a bank transaction on the provider's account booked, as `c`. */
export const BOOKED_CHARGE = `
  LEFT JOIN settlements cs ON cs.company_id = l.company_id AND cs.settlement_id = l.settlement_id
  LEFT JOIN provider_charges c ON c.company_id = l.company_id AND c.provider = cs.provider AND c.account = 'default'
    AND c.charge_id = l.charge_key AND c.source = 'bank_match'`;

/** Whether the charge of a line `l` is on the provider's account with a bank transaction that pays nothing yet. */
export const WAITING_TRANSACTION = `EXISTS (
  SELECT 1 FROM bank_accounts wa
    JOIN bank_transactions w ON w.company_id = wa.company_id AND w.bank_account_id = wa.bank_account_id AND w.external_id = l.charge_key
   WHERE wa.company_id = l.company_id AND wa.type = 'stripe'
     AND NOT EXISTS (SELECT 1 FROM bank_matches wm WHERE wm.company_id = w.company_id AND wm.transaction_id = w.transaction_id
                        AND wm.reversal_transaction_id IS NULL))`;
