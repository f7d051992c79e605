import { refuseField, refuseUnknown } from '../../shared/domain-error';
import { auditRows, type AuditFact } from '../../audit';
import type { Tx } from '../../platform/database';
import { OPERATOR_SCOPE } from '../../platform/scope';

/**
 * Runs `work` inside the company a request names: any for the operator (who must name one, and keeps the fact in a log
 * of its own, which outlives the company), only its own for a key.
 * @throws DomainError `not_found` for another's company
 */
export async function inNamedCompany<T>(
  tx: Tx,
  companyId: string | undefined,
  fact: AuditFact,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (tx.companyId !== OPERATOR_SCOPE) {
    if (companyId !== undefined && companyId !== tx.companyId)
      refuseUnknown('companyId', `Company ${companyId}`);
    return work(tx);
  }
  if (companyId === undefined) refuseField('companyId', 'must be given by the operator');
  const result = await tx.inCompany({ companyId }, work);
  await tx.insert(auditRows(tx, { ...fact, diff: { companyId, ...fact.diff } }));
  return result;
}
