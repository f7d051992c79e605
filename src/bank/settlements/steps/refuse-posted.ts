import { refuse } from '../../../shared/domain-error';
import type { Settlement } from '../domain/settlement';

/** @throws DomainError `settlement_posted` */
export function refusePosted({ id, payoutId, postingId }: Settlement): void {
  if (postingId === null) return;
  refuse(
    'settlement_posted',
    `Payout ${payoutId} is posted; reverse its posting first (bank/settlements/reverse).`,
    { existingId: id },
  );
}
