/**
 * The charge of a settlement line `l` that waits on the provider's account, booked by a bank transaction there or a payment, as `c`. Looked up line by
 * line by its key: a join would be planned for the few rows that there were when the statement was first prepared.
 */
export const BOOKED_CHARGE = `
  LEFT JOIN LATERAL (
    SELECT b.charge_id, b.bank_account_id, b.amount, b.currency FROM provider_charges b
     WHERE b.company_id = l.company_id AND b.provider = (SELECT s.provider FROM settlements s WHERE s.company_id = l.company_id AND s.settlement_id = l.settlement_id)
       AND b.account = 'default' AND b.charge_id = l.charge_key AND b.source <> 'settlement' LIMIT 1) c ON true`;

/** Whether the charge of a line `l` is on the provider's account with a bank transaction that pays nothing yet. */
export const WAITING_TRANSACTION = `EXISTS (
  SELECT 1 FROM bank_accounts wa
    JOIN bank_transactions w ON w.company_id = wa.company_id AND w.bank_account_id = wa.bank_account_id AND w.external_id = l.charge_key
   WHERE wa.company_id = l.company_id AND wa.type = 'stripe'
     AND NOT EXISTS (SELECT 1 FROM bank_matches wm WHERE wm.company_id = w.company_id AND wm.transaction_id = w.transaction_id
                        AND wm.reversal_transaction_id IS NULL))`;
