import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';

/** The scope of calls that belong to no company: the operator's. */
export const OPERATOR_SCOPE = '00000000-0000-0000-0000-000000000000';

/** Who acts. `id` is the member's, else the key's lineage: a rotated key is the same actor. */
export interface Actor {
  type: 'user' | 'api_key' | 'operator' | 'system';
  id: string;
  apiKeyId: string | null;
  scopes: string[];
  /** Of a member of the company. */
  role?: MemberRole;
}

/** What a person is in a company. */
export type MemberRole = 'owner' | 'admin' | 'accountant' | 'manager' | 'developer' | 'viewer';

/** What every operation may ask about its company. */
export interface CompanyProfile {
  companyId: string;
  name: string;
  code: string | null;
  vatCode: string | null;
  countryCode: string;
  baseCurrency: Currency;
  timeZone: string;
  status: 'active' | 'archived' | 'deleted';
  isVatPayer: boolean;
  vatPayerFrom: CalendarDate | null;
  vatPayerTo: CalendarDate | null;
  /** First and last day of supplies whose VAT falls due on payment; `cashAccountingFrom` null: none. */
  cashAccountingFrom: CalendarDate | null;
  cashAccountingTo: CalendarDate | null;
  idempotencyKeyPolicy: 'required' | 'optional';
  vatRounding: 'total' | 'line';
  strictChronology: boolean;
  uniqueOrderNumber: boolean;
  allowManualControlEntries: boolean;
  purchaseNumberScope: 'ever' | 'year';
  /** 1..12: the month with whose last day a fiscal year ends. */
  fiscalYearEndMonth: number;
}
