import type { EuVatNumber } from './eu-vat-number';

/** What VIES says of a number. */
export interface ViesVerdict {
  valid: boolean;
  /** Null where the state does not tell. */
  name: string | null;
  address: string | null;
  /** VIES's proof of the question; only for who asked with a VAT number of his own. */
  requestIdentifier: string | null;
}

export type ViesAnswer =
  | { is: 'verdict'; verdict: ViesVerdict }
  /** The number of the one who asks is not accepted. */
  | { is: 'requester_refused' }
  | { is: 'unavailable'; why: string };

/**
 * Reads an answer of `check-vat-number`. It must be about the number that was asked about, and say in so many words whether
 * it is valid: a register that is down is no "not valid".
 */
export function readViesAnswer(asked: EuVatNumber, status: number, text: string): ViesAnswer {
  const body = objectOf(text);
  const fault = faultOf(body);
  if (fault === 'INVALID_REQUESTER_INFO') return { is: 'requester_refused' };
  if (fault === 'INVALID_INPUT') return { is: 'verdict', verdict: NOT_VALID };
  if (fault !== undefined) return { is: 'unavailable', why: fault };
  if (status !== 200 || body === undefined)
    return { is: 'unavailable', why: `answered with status ${status}` };
  if (
    typeof body.valid !== 'boolean' ||
    body.countryCode !== asked.countryCode ||
    body.vatNumber !== asked.vatNumber
  )
    return { is: 'unavailable', why: 'the answer is not one to the question' };
  return {
    is: 'verdict',
    verdict: {
      valid: body.valid,
      name: told(body.name),
      address: told(body.address),
      requestIdentifier: told(body.requestIdentifier),
    },
  };
}

const NOT_VALID: ViesVerdict = { valid: false, name: null, address: null, requestIdentifier: null };

type Members = Record<string, unknown>;

function objectOf(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

/** `{"actionSucceed": false, "errorWrappers": [{"error": "MS_UNAVAILABLE"}]}` */
function faultOf(body: Members | undefined): string | undefined {
  const [first] = Array.isArray(body?.errorWrappers) ? (body.errorWrappers as Members[]) : [];
  const code = first?.error;
  return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : undefined;
}

/** Three hyphens are VIES's way of saying nothing. */
function told(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || /^-+$/.test(text) ? null : text;
}
