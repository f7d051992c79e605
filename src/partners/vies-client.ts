import { Injectable } from '@nestjs/common';
import { refuse } from '../shared/domain-error';
import { Config } from '../platform/config';
import { callOutside, OutsideFailure, wholeText } from '../platform/outside';
import { Turns } from '../platform/turns';
import type { EuVatNumber } from './domain/eu-vat-number';
import { readViesAnswer, type ViesAnswer, type ViesVerdict } from './domain/vies-answer';

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 30;
/** So many questions at once are enough; VIES shuts out who asks more. */
const AT_ONCE = 4;

/** VIES, the Commission's way into the member states' registers of VAT numbers. Never called with a transaction open. */
@Injectable()
export class ViesClient {
  private readonly url: string;
  private readonly turns = new Turns('Too much is being asked of VIES', AT_ONCE);

  constructor({ viesUrl }: Config) {
    this.url = `${viesUrl.replace(/\/$/, '')}/check-vat-number`;
  }

  /**
   * @param requester the number of the one who asks; without it, or when it is not accepted, the verdict has no identifier
   * @throws DomainError `vies_unavailable`, `temporarily_unavailable` while too many ask
   */
  check(asked: EuVatNumber, requester: EuVatNumber | null): Promise<ViesVerdict> {
    return this.turns.run(() => this.verdict(asked, requester));
  }

  private async verdict(asked: EuVatNumber, requester: EuVatNumber | null): Promise<ViesVerdict> {
    const answer = await this.ask(asked, requester);
    const final = answer.is === 'requester_refused' ? await this.ask(asked, null) : answer;
    if (final.is === 'verdict') return final.verdict;
    const why = final.is === 'unavailable' ? final.why : 'INVALID_REQUESTER_INFO';
    return refuse(
      'vies_unavailable',
      `VIES does not say whether ${asked.countryCode}${asked.vatNumber} is valid: ${why}. Nothing was changed; retry later.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  private async ask(asked: EuVatNumber, requester: EuVatNumber | null): Promise<ViesAnswer> {
    const json = {
      ...asked,
      ...(requester && {
        requesterMemberStateCode: requester.countryCode,
        requesterNumber: requester.vatNumber,
      }),
    };
    try {
      const reply = await callOutside({
        url: this.url,
        json,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_BYTES,
      });
      return readViesAnswer(asked, reply.status, await wholeText(reply));
    } catch (error) {
      if (error instanceof OutsideFailure) return { is: 'unavailable', why: error.message };
      throw error;
    }
  }
}
