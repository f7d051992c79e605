import { calendarDateIn } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import type { TxContext } from '../database';
import type { RequestContext } from './request-context';

/** The scope of calls that belong to no company: the operator's. */
export const OPERATOR_SCOPE = '00000000-0000-0000-0000-000000000000';

/** What the transaction of an authenticated request knows. */
export function txContextOf(request: RequestContext): TxContext {
  invariant(request.actor, 'the authentication guard runs before every transaction');
  return {
    companyId: request.company?.companyId ?? OPERATOR_SCOPE,
    company: request.company,
    actor: request.actor,
    requestId: request.requestId,
    now: request.receivedAt,
    today: calendarDateIn(request.receivedAt, request.company?.timeZone ?? 'UTC'),
  };
}
