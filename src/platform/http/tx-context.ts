import { calendarDateIn } from '../../shared/calendar-date';
import { invariant } from '../../shared/invariant';
import type { TxContext } from '../database';
import { OPERATOR_SCOPE } from '../scope';
import type { RequestContext } from './request-context';

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
