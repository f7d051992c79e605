/**
 * The catalogue of refusals (docs/errors.md is generated from it).
 *
 * `status` and `code` are what the wire contract knows; the key is our finer, stable `error.reason`.
 * `final` says whether the refusal is stored with the Idempotency-Key: true only when it is about the operation or the
 * document itself, so that no repair of the surroundings would change it.
 */
// One refusal a line: a table reads better than prettier's columns.
// prettier-ignore
export const ERRORS = {
  // --- the request alone decides ---
  invalid_request: error(400, 'validation', false, 'A member is missing, unknown or has the wrong form; `fieldErrors` names it.', 'Correct the named members.'),
  malformed_json: error(400, 'validation', false, 'The body is not JSON, names a member twice, or holds a number that no exact type can carry.', 'Send well-formed JSON; amounts as decimal strings.'),
  unsupported_media_type: error(415, 'validation', false, 'The body is not `application/json` in UTF-8, or its content encoding is none of `gzip`, `deflate` and `br`.', 'Send `Content-Type: application/json`, plainly or in one of these encodings.'),
  body_too_large: error(413, 'validation', false, 'The body is larger than the route accepts.', 'Send fewer lines per request.'),
  not_supported: error(422, 'validation', false, 'A member of the contract whose effect this server does not have.', 'Leave the named member out.'),
  malformed_http: error(400, 'validation', false, 'The request cannot be read as HTTP: a wrong byte, two lengths. The connection is closed.', 'Correct the request; look at proxies on the way.'),
  header_too_large: error(431, 'validation', false, 'The headers are larger than 16 KiB together. The connection is closed.', 'Send fewer or shorter headers.'),
  request_timeout: error(408, 'internal', false, 'The request did not arrive in time; nothing was done. The connection is closed.', 'Send it again with the same Idempotency-Key.'),
  cursor_invalid: error(400, 'validation', false, 'The cursor was not made by this list for this company, filter and sort.', 'Start again without a cursor.'),

  // --- who is asking ---
  unauthenticated: error(401, 'unauthorized', false, 'The API key is missing, unknown, revoked or expired.', 'Send `Authorization: Bearer <key>` with a live key.'),
  scope_missing: error(403, 'forbidden', false, 'The API key does not have the scope of this route.', 'Use a key that has the named scope.'),
  operator_only: error(403, 'forbidden', false, 'Only the operator token may do this.', 'Call it with the operator token.'),
  company_only: error(403, 'forbidden', false, 'The operator token does not act inside a company.', 'Call it with an API key of the company.'),
  role_missing: error(403, 'forbidden', false, 'Members are managed by owners, admins and keys of no member that hold `*`; owners only by owners and the operator.', 'Use the key of one of them.'),
  company_archived: error(403, 'forbidden', false, 'The company is archived: it can be read, not changed.', 'Activate it first (`account/companies/activate`).'),

  // --- the Idempotency-Key ---
  idempotency_key_required: error(400, 'validation', false, 'A call that changes something came without an Idempotency-Key.', 'Send a key that is unique for this one operation and repeat it on every retry.'),
  idempotency_key_invalid: error(400, 'validation', false, 'The Idempotency-Key is empty, too long, not visible ASCII, wrongly quoted or sent twice.', 'Send one header line of 1 to 255 visible ASCII characters.'),
  idempotency_in_progress: error(409, 'idempotency_in_progress', false, 'The first request with this key is still running.', 'Retry with the same key after `Retry-After` seconds.'),
  idempotency_key_reuse: error(422, 'idempotency_key_reuse', false, 'The key was used before with another payload; `mismatch` says what differs.', 'Use a new key for a new operation; do not change a payload that is retried.'),
  idempotency_key_other_actor: error(422, 'idempotency_key_reuse', false, 'The key was used before by another API key of the company.', 'Use keys that no other integration makes.'),
  idempotency_response_expired: error(409, 'conflict', false, 'The operation was done long ago; its stored answer has been purged.', 'Read the resource named by `existingId`.'),
  idempotency_secret_not_replayable: error(409, 'conflict', false, 'The operation was done; its answer held a secret that is shown once.', 'Rotate the key named by `existingId` if the secret was lost.'),

  // --- what is named does not exist (in this company) ---
  not_found: error(404, 'not_found', false, 'There is no such thing in this company; `fieldErrors` names the member that referred to it.', 'Check the id.'),
  route_not_found: error(404, 'not_found', false, 'There is no such route.', 'See `/docs`.'),

  // --- state of the thing itself ---
  already_issued: error(409, 'conflict', true, 'The document is issued: it has its number and never changes.', 'Correct it with a credit note.'),
  document_issued: error(409, 'conflict', true, 'An issued document is neither changed nor deleted.', 'Correct it with a credit note.'),
  not_issued: error(409, 'conflict', false, 'The document is a draft.', 'Issue it first.'),
  over_credit: error(422, 'validation', true, 'The credit is larger than what is left of the invoice, in total or at one VAT rate.', 'Credit at most what is left; the message says how much.'),
  already_credited: error(409, 'conflict', true, 'The invoice is credited in full.', 'Nothing is left to credit.'),
  advance_refused: error(422, 'validation', false, 'The advance cannot be applied, deducted or credited as asked.', 'The message says what of it is paid and not used, and which way is open.'),
  advance_applied: error(409, 'conflict', true, 'An invoice has the advance: its payment is not taken back.', 'Credit the invoice, or leave the payment and pay the money back.'),
  not_creditable: error(422, 'validation', false, 'Only an issued or registered invoice that is not void can be credited.', 'Issue or register the invoice first, or name an invoice rather than a credit note.'),
  business_key_taken: error(409, 'conflict', true, 'A live document of this type already has this business key; `existingId` is its id.', 'Use that document, or credit it in full first.'),
  order_number_taken: error(409, 'conflict', true, 'A live document of this type already has this order number (company setting `uniqueOrderNumber`).', 'Use the document named by `existingId`.'),
  total_not_positive: error(422, 'validation', false, 'The total of the document is zero or negative.', 'For a negative total issue a credit note instead.'),
  already_reversed: error(409, 'conflict', true, 'The transaction is already reversed; `existingId` is the reversal.', 'Nothing is left to reverse.'),
  is_reversal: error(409, 'conflict', true, 'A reversal is not reversed again.', 'Post the transaction anew.'),
  belongs_to_document: error(409, 'conflict', true, 'The transaction belongs to a document.', 'Correct the document (for a sales invoice: a credit note).'),
  allocation_refused: error(422, 'validation', false, 'The items cannot be settled against each other as asked.', 'The message names the item and what is open on it.'),
  company_state: error(409, 'conflict', true, 'The company is in that state already, or is deleted, which is final.', 'Nothing to do.'),
  api_key_retired: error(409, 'conflict', true, 'The API key is revoked, expired or already replaced; `existingId` is its replacement.', 'Use the replacement, or make a new key.'),
  subscription_inactive: error(409, 'conflict', false, 'The webhook subscription is switched off or deleted, or its receiver answered 410: nothing is sent to it.', 'Set `isActive` to true first (`webhooks/subscriptions/update`).'),
  events_purged: error(422, 'validation', false, 'Events that old are not kept any more; `firstKeptSequence` names the first that is.', 'Go on from there, and read the documents themselves for what was before.'),
  too_many_subscriptions: error(409, 'conflict', false, 'The company has 20 webhook subscriptions that are not deleted, which is the most there may be.', 'Delete one first (`webhooks/subscriptions/delete`), or give one more names of events.'),

  already_registered: error(409, 'conflict', true, 'The supplier document is registered: it is posted and never changes.', 'Register the credit note of the supplier, or void a wrong registration (`purchases/invoices/void`).'),
  not_registered: error(409, 'conflict', false, 'Only a registered supplier document can be voided.', 'Delete the draft.'),
  already_void: error(409, 'conflict', true, 'The registration of the supplier document is void already.', 'Nothing to do; enter the document anew.'),
  document_settled: error(409, 'conflict', false, 'Something is settled of the document: a payment, a credit note or an allocation.', 'Take that back first; the message says what.'),
  supplier_over_credit: error(422, 'validation', false, "The supplier's credit is larger than what is left of the invoice in total.", 'Credit at most what is left, or void a wrong credit note first (`purchases/invoices/void`).'),
  supplier_document_taken: error(409, 'conflict', true, 'A live document of this supplier has this number, written the same or alike; `existingId` is its id.', 'Use that document; delete its draft, void its registration or take its opening items back if it is wrong.'),
  future_date: error(422, 'validation', false, "A date or month is after the company's today; `fieldErrors` names it.", 'Do it on that day.'),
  already_matched: error(409, 'conflict', false, 'The bank transaction is matched or set aside already; `existingId` is what explains it, where that is known.', 'Unmatch it first (`bank/transactions/unmatch`).'),
  not_matched: error(409, 'conflict', false, 'The bank transaction is not matched.', 'Nothing to undo.'),
  match_refused: error(422, 'validation', false, 'The bank transaction cannot pay the documents as asked; the message says why.', 'Allocate at most what is open, in the currency of the document or the base currency.'),
  statement_refused: error(422, 'validation', false, 'The bank statement cannot be read, is of another account, or does not add up; nothing of it is imported.', 'Send the file as the bank made it, to the account that it is about.'),
  bank_account_inactive: error(422, 'validation', false, 'The bank account is not active.', 'Activate it, or use another one.'),
  payment_refused: error(422, 'validation', false, 'An invoice cannot be paid by this message; the message names it and what is missing.', 'Complete the supplier, or leave the invoice out.'),
  payment_exported: error(409, 'conflict', false, 'The document is in a payment message that is not cancelled; `existingId` is its id where it is known.', 'Cancel that message first (`bank/payments/cancel-export`).'),
  settlement_refused: error(422, 'validation', false, 'The payout file cannot be read or does not add up in its currencies, or the payout cannot be posted; nothing of it is done.', 'Send the file as the provider made it; the message names row and remedy.'),
  settlement_posted: error(409, 'conflict', false, 'The payout is posted: neither it nor its lines change; `existingId` is its id.', 'Reverse its posting first (`bank/settlements/reverse`).'),
  settlement_not_posted: error(409, 'conflict', false, 'The payout is not posted.', 'Post it first (`bank/settlements/post`).'),
  charge_booked: error(409, 'conflict', false, "The provider's charge is in the books already; `existingId` is what booked it where it is known.", 'Take that back first, or leave the charge as it is.'),
  export_cancelled: error(409, 'conflict', true, 'The payment message is cancelled already.', 'Nothing to do.'),

  payment_declined: error(402, 'validation', true, 'The payment was declined; no money moved. `gateway` has the codes of the provider, `existingId` is the payment.', 'Ask the customer for another payment method, and send it with a new Idempotency-Key.'),
  payment_rejected: error(422, 'validation', true, 'The provider does not take the order as it is; no money moved. `gateway` has its code, `existingId` is the payment.', 'Correct what the message names, and send it with a new Idempotency-Key.'),
  payment_not_made: error(422, 'validation', true, 'The order has never reached the provider, which by now would take it for a new one; no money moved. `existingId` is the payment.', 'Send it with a new Idempotency-Key.'),
  not_chargeable: error(422, 'validation', false, 'The document cannot be charged, or not with this amount: no issued invoice, nothing or less open, or wanted by unfinished charges already.', 'Charge an issued invoice, at most what the message says.'),
  not_refundable: error(422, 'validation', false, 'The charge has not succeeded, or less of it is left to give back.', 'Refund a charge that has succeeded, at most what the message says.'),
  provider_missing: error(422, 'validation', false, 'There is no secret key for the payment provider.', 'Give one (`payments/providers/set`).'),
  provider_key_refused: error(422, 'validation', false, 'A sandbox company takes no live key of a payment provider, and every other company no test key. As `pendingReason` of a payment: the provider does not accept the key of its account.', 'Give a key of the mode that the message names; for a payment, one of the same account with `sameAccount: true`.'),

  asset_disposed: error(409, 'conflict', false, 'The fixed asset was disposed of.', 'Take a wrong disposal back first (`assets/assets/reverse-disposal`).'),
  asset_not_disposed: error(409, 'conflict', false, 'The fixed asset is not disposed of, or its disposal is taken back already.', 'Nothing to do.'),
  asset_depreciated: error(422, 'validation', false, 'The fixed asset is depreciated beyond the month of the date.', 'Use a later date, or reverse depreciation first (`assets/depreciation/reverse`).'),
  depreciation_not_latest: error(409, 'conflict', false, 'Only the latest posted month of depreciation is reversed; the message names it.', 'Reverse the later months first.'),

  mail_not_configured: error(422, 'validation', false, 'The installation sends no e-mail.', 'Its operator sets SMTP_URL and MAIL_FROM.'),
  no_email_address: error(422, 'validation', false, 'There is no address to send the e-mail to, or none that can be written to.', 'Add one to the partner, or name one in the request.'),
  email_refused: error(422, 'validation', true, 'The mail server refused the e-mail for good, or did not take it within a day; the message holds its answer.', 'Correct the address and send it with a new Idempotency-Key.'),

  own_membership: error(422, 'validation', false, "A member's own role, and his own membership, are changed by somebody else.", 'Ask another owner or admin.'),
  last_owner: error(409, 'conflict', false, 'The member is the only owner of the company.', 'Make somebody else an owner first.'),

  // --- duplicates of master data ---
  duplicate: error(409, 'conflict', true, 'Something with this code, prefix or VAT number exists already; `existingId` is its id where it is known.', 'Use the existing one or choose another code.'),
  in_use: error(409, 'conflict', false, 'It is used by documents or entries and stays.', 'Mark it inactive instead.'),
  series_used: error(409, 'conflict', true, 'The series has issued a number: its prefix, length, start and range are fixed.', 'Open a new series.'),

  // --- what an accountant can repair ---
  period_locked: error(422, 'validation', false, 'The accounting period of the date is locked.', 'Unlock it or use a date in an open period.'),
  vat_period_closed: error(422, 'validation', false, 'The VAT period of the tax point (of a purchase: of its receipt) is closed.', 'Reopen it, or use a date in an open VAT period.'),
  period_already_locked: error(409, 'conflict', true, 'The period is locked already.', 'Nothing to do.'),
  period_not_locked: error(409, 'conflict', true, 'The period is not locked.', 'Nothing to do.'),
  fiscal_year_closed: error(422, 'validation', false, 'The day or month is in a fiscal year that is closed, or before it.', 'Use a later date, or reopen the year (`ledger/fiscal-years/reopen`).'),
  fiscal_year_already_closed: error(409, 'conflict', true, 'The fiscal year is closed already; `existingId` is its closing.', 'Nothing to do.'),
  fiscal_year_not_closed: error(409, 'conflict', true, 'The fiscal year is not closed.', 'Nothing to do.'),
  fiscal_year_order: error(409, 'conflict', false, 'Fiscal years are closed one after the other, and only the latest closed one is reopened; the message names the year.', 'Close or reopen the year that the message names first.'),
  opening_exists: error(409, 'conflict', false, 'The opening balance, or an opening item of this partner, side and number, is in the books already; `existingId` is its id where it is known.', 'Take it back first (`ledger/opening-balances/reverse`, `ledger/opening-items/reverse`) if it is wrong.'),
  revaluation_exists: error(409, 'conflict', false, 'The currency is revalued on this day already; `existingId` is the revaluation where it is known.', 'Take it back first (`ledger/revaluations/reverse`) if it is wrong.'),
  revaluation_not_latest: error(409, 'conflict', false, 'The currency is revalued on a later day already, and that rests on this one; `existingId` is the later revaluation.', 'Take the later one back first (`ledger/revaluations/reverse`).'),
  revalued_since: error(409, 'conflict', false, 'The currency is revalued on the day of the settlement or later, with the item as it stood before; the message names the revaluation, `existingId` is the latest.', 'Take it back (`ledger/revaluations/reverse`), settle, and revalue anew; or settle on a later day.'),
  vat_period_already_closed: error(409, 'conflict', true, 'The VAT period is closed already.', 'Nothing to do.'),
  vat_period_not_closed: error(409, 'conflict', true, 'The VAT period is not closed.', 'Nothing to do.'),
  pro_rata_registered: error(409, 'conflict', false, 'Purchases of the months are registered with another percentage of deduction; the message names the months.', 'Set it from a later month on, or void those purchases, set it and register them again.'),
  cost_center_inactive: error(422, 'validation', false, 'The cost center is not active: it takes no new postings.', 'Activate it (`ledger/cost-centers/update`), or name another.'),
  account_unusable: error(422, 'validation', false, 'An account is unknown or takes no postings; the message names it.', 'Create it, make it postable or change the posting rule.'),
  control_account: error(422, 'validation', false, 'Receivable and payable accounts are moved by documents only; VAT accounts also by manual transactions that name no income or expense account (payment, set-off), or at most 1.00 there (rounding of a return).', 'Use a document (a debt is written off by `ledger/open-items/write-off`), or allow it by the company setting `allowManualControlEntries`.'),
  exchange_rate_missing: error(422, 'validation', false, 'There is no exchange rate for the currency on the date.', 'Set the rate first.'),
  series_missing: error(422, 'validation', false, 'There is no active series for this document type.', 'Create one or name one.'),
  series_exhausted: error(422, 'validation', false, 'The range of the series is used up.', 'Extend the range with a new series.'),
  chronology: error(422, 'validation', false, 'The issue date (of a purchase: the registration or receipt) is before that of the credited invoice or, under the company setting `strictChronology`, before that of the last number.', 'Use a date from the one named on.'),
  tax_point_late: error(422, 'validation', false, 'The tax point is in a month after that of the issue date, and in the state of the company VAT falls due at the latest with the VAT invoice.', 'Issue the invoice in the month of the supply, or leave the tax point out.'),
  future_issue_date: error(422, 'validation', false, "The issue date is after the company's today.", 'Issue it on the day itself.'),
  number_taken: error(409, 'conflict', false, 'The full number exists already in another series.', 'Choose another prefix.'),

  submission_exists: error(409, 'conflict', false, 'A live submission of this obligation, period, variant and part is there; `existingId` is its id.', 'Mark or discard it, or correct it (`kind: corrective`).'),
  submission_state: error(409, 'conflict', false, 'The submission is in another state; it goes from generated to submitted to accepted or rejected.', 'The message says which state it is in.'),

  // --- VAT rules at issue ---
  vat_not_payer: error(422, 'validation', false, 'The company is not a VAT payer on the tax point, yet a line carries or deducts VAT.', "Leave the VAT (the deduction) out, or correct the company's VAT dates."),
  vat_buyer_number_missing: error(422, 'validation', false, "An EU business supply or a reverse charge needs the buyer's VAT number.", 'Add the VAT number to the partner.'),
  vat_buyer_number_invalid: error(422, 'validation', false, "The supply needs the buyer's VAT number of another member state, and his is none: of another country, or with a form or check digits that its state does not give.", 'Correct the VAT number of the partner (`partners/validate-vat`), or use the VAT code of a supply at home.'),
  vat_basis_missing: error(422, 'validation', false, 'A zero-rated or exempt line needs a VAT code or a legal basis.', 'Give `vatClassifierCode` or `vatExemptionBasis`.'),
  vat_code_invalid: error(422, 'validation', false, 'The VAT code is unknown, has another rate, was not in force at the tax point or is for other buyers.', 'Use a code valid at the tax point and for the buyer.'),
  vat_scheme_invalid: error(422, 'validation', false, 'The VAT scheme of the document does not fit its seller, its buyer or the state whose VAT it carries.', 'The message says what does not fit; `reference/vat/resolve` says which scheme does.'),
  vat_rate_invalid: error(422, 'validation', false, 'The rate is not one of the state whose VAT it is at the tax point; the message names those that are.', 'Use one of them, or correct the rates (`reference/eu-vat-rates/set-overrides`).'),
  unbalanced: error(422, 'validation', false, 'Debits and credits differ; the message says by how much.', 'Correct the entries.'),
  export_impossible: error(422, 'validation', false, 'The file cannot be made for this company; the message says what is missing.', 'Complete the company profile.'),
  peppol_incomplete: error(422, 'validation', false, 'EN 16931 or Peppol demands something of seller, buyer or document that is not there; `fieldErrors` names each, with the rule.', 'Complete the company or the partner.'),
  peppol_rounding: error(422, 'validation', false, 'The amounts of the document cannot be written by EN 16931: VAT rounded per line (BR-CO-17) or more than two decimals; the message names each difference.', 'Send the document by other means; issue such documents with the company setting `vatRounding` = `total`.'),
  peppol_not_configured: error(422, 'validation', false, 'There is no Peppol access point; nothing was sent.', 'Take the file of `sales/invoices/peppol-xml` to an access point.'),
  file_too_large: error(422, 'validation', false, 'The file is larger than one JSON answer holds.', 'Use the download route that the message names.'),
  report_jobs_waiting: error(422, 'validation', false, 'As many ordered reports of the company as may wait (20) are not finished.', 'Order it when one of them is (`reports/jobs/list`).'),
  report_too_large: error(422, 'validation', false, 'The report has more rows than one answer holds.', 'Narrow the dates, or ask for a smaller `pageSize`.'),

  // --- messages from the outside ---
  signature_invalid: error(400, 'validation', false, 'The signature of an inbound webhook is missing, wrong, or older than five minutes; nothing is stored.', "Sign the raw bytes with the endpoint's secret, anew on every attempt; check the clock."),
  event_in_progress: error(503, 'internal', false, 'The same event is being processed at this moment.', 'The sender comes again.'),
  event_deferred: error(503, 'internal', false, 'The event cannot be applied at present; the message says why. Nothing is remembered of it.', 'Repair what the message names; the sender comes again.'),

  // --- servers elsewhere ---
  rates_unavailable: error(503, 'internal', false, 'The European Central Bank did not give its rates, or not in their form; nothing was changed.', 'Retry later, or set the rates (`reference/exchange-rates/set`).'),
  vies_unavailable: error(503, 'internal', false, 'VIES, or the register of the member state behind it, did not answer; nothing was changed.', 'Retry later.'),

  // --- the server ---
  rate_limited: error(429, 'rate_limited', false, 'Too many requests with this API key or to this webhook endpoint, or too many failures from this address.', 'Wait `Retry-After` seconds.'),
  temporarily_unavailable: error(503, 'internal', false, 'The database was busy or unreachable; the outcome may be unknown.', 'Retry with the same Idempotency-Key.'),
  internal_error: error(500, 'internal', false, 'A fault of the server; nothing was stored.', 'Retry with the same Idempotency-Key; report the `requestId`.'),
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorReason = keyof typeof ERRORS;

type ErrorCode =
  | 'validation'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'idempotency_key_reuse'
  | 'idempotency_in_progress'
  | 'rate_limited'
  | 'internal';

export interface ErrorDefinition {
  status: number;
  code: ErrorCode;
  final: boolean;
  meaning: string;
  remedy: string;
}

function error(
  status: number,
  code: ErrorCode,
  final: boolean,
  meaning: string,
  remedy: string,
): ErrorDefinition {
  return { status, code, final, meaning, remedy };
}
