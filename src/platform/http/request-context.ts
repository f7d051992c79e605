import type { CalendarDate } from '../../shared/calendar-date';
import type { Currency } from '../../shared/currency';
import type { Tx } from '../database/tx';
import type { OutsideAnswers } from './outside-answers';

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

/** What is known of a request; grows as it passes the guards. */
export interface RequestContext {
  requestId: string;
  receivedAt: Date;
  /** Set by the authentication guard. */
  actor?: Actor;
  /** Set by the authentication guard; missing for the operator. */
  company?: CompanyProfile;
  /** Set by the authentication guard: checks the caller anew, who may have lost his key or rights since. */
  readmit?: () => Promise<void>;
  /** Set by the unit of work. */
  tx?: Tx;
  /** Of a route that asks servers elsewhere. */
  outside?: OutsideAnswers;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
    /** The bytes as they came, or why they could not be read. */
    rawBody?: Buffer;
    rawBodyError?: Error;
  }
}
