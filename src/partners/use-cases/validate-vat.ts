import { Injectable } from '@nestjs/common';
import { refuse, refuseField } from '../../shared/domain-error';
import { EU_VAT_PREFIXES } from '../../shared/eu-vat-area';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { OutsideQuestion, type OutsideAnswers } from '../../platform/http';
import { findPartner, findByKeys } from '../data/partners.repository';
import { keepVatCheck } from '../data/vat-checks';
import { isWellFormed, parseEuVatNumber, type EuVatNumber } from '../domain/eu-vat-number';
import { codeKey } from '../domain/partner-keys';
import type { VatCheck } from '../domain/partner';
import type { ViesVerdict } from '../domain/vies-answer';
import { ViesClient } from '../vies-client';

export interface ValidatedVat extends VatCheck {
  valid: boolean;
  /** Instant. */
  checkedAt: string;
}

interface Subject {
  /** Of the partner that has the number; null where none has. */
  partnerId: string | null;
  vatCode: string;
  /** What of the request the number is from. */
  member: 'vatCode' | 'partnerId';
}

/**
 * Says whether a VAT number is valid, and keeps the verdict with the partner that has it. A number of the wrong form is not
 * valid, and nobody is asked; the others are looked up in VIES, in the name of the company where it has a VAT number.
 * @throws DomainError `invalid_request`, `not_found`, `vies_unavailable` (nothing is changed)
 */
@Injectable()
export class ValidateVat {
  constructor(private readonly vies: ViesClient) {}

  async execute(
    tx: Tx,
    answers: OutsideAnswers,
    given: { vatCode?: string; partnerId?: string },
  ): Promise<ValidatedVat | OutsideQuestion<ViesVerdict>> {
    const subject = await subjectOf(tx, given);
    const number =
      parseEuVatNumber(subject.vatCode) ??
      refuseField(
        subject.member,
        `must be a VAT number that begins with one of ${EU_VAT_PREFIXES.join(', ')}; VIES knows no others`,
      );
    if (!isWellFormed(number)) return keep(tx, subject, number, 'format', NOT_VALID);
    const question = new OutsideQuestion(`${number.countryCode}${number.vatNumber}`, () =>
      this.vies.check(number, requesterOf(tx)),
    );
    const verdict = answers.of(question);
    return verdict === undefined ? question : keep(tx, subject, number, 'vies', verdict);
  }
}

const NOT_VALID: ViesVerdict = { valid: false, name: null, address: null, requestIdentifier: null };

async function subjectOf(
  tx: Tx,
  { vatCode, partnerId }: { vatCode?: string; partnerId?: string },
): Promise<Subject> {
  if ((vatCode === undefined) === (partnerId === undefined))
    refuseField('vatCode', 'give a VAT number or a partner, one of them');
  if (vatCode !== undefined) {
    const keys = { vatCodeKey: codeKey(vatCode), codeKey: null, countryCode: null };
    const owner = await findByKeys(tx, keys);
    return { partnerId: owner?.id ?? null, vatCode, member: 'vatCode' };
  }
  const { id, values } = await findPartner(tx, partnerId!, '', 'partnerId');
  return {
    partnerId: id,
    vatCode: values.vatCode ?? refuseField('partnerId', 'has no VAT number'),
    member: 'partnerId',
  };
}

/** The company's own number, where it has one that VIES could know. */
function requesterOf(tx: Tx): EuVatNumber | null {
  const own = tx.company.vatCode === null ? null : parseEuVatNumber(tx.company.vatCode);
  return own !== null && isWellFormed(own) ? own : null;
}

async function keep(
  tx: Tx,
  { partnerId, vatCode }: Subject,
  number: EuVatNumber,
  source: VatCheck['source'],
  { valid, ...told }: ViesVerdict,
): Promise<ValidatedVat> {
  const check: VatCheck = { source, ...number, ...told };
  if (
    partnerId !== null &&
    !(await keepVatCheck(tx, { partnerId, vatCodeKey: codeKey(vatCode) }, valid, check))
  )
    refuse('temporarily_unavailable', 'The VAT number of the partner was changed just now; retry.', {
      retryAfterSeconds: 1,
    });
  await tx.insert(
    auditRows(tx, {
      action: 'partner.vat_validated',
      entity: 'partner',
      entityId: partnerId,
      diff: { valid, ...check },
    }),
  );
  return { valid, ...check, checkedAt: tx.now.toISOString() };
}
