import type { EncodedReply } from '../platform/http';

/** What a handler of a phased route answers: the operation was begun under this id, and goes on after the commit. */
export class Begun {
  constructor(readonly id: string) {}
}

/** How far an operation has come. */
export type Progress =
  /** The answer was stored with the operation's last transaction. */
  | { state: 'finished'; reply: EncodedReply }
  /** The outcome is not known yet; the answer (202) is not stored, and somebody resolves it. */
  | { state: 'pending'; reply: EncodedReply }
  /** Another process is at it for this long. */
  | { state: 'held'; seconds: number };

/** An operation with calls to the outside, which therefore proceeds in committed phases. */
export interface PhasedOperation {
  /**
   * Takes a begun operation as far as it goes, from wherever it stands: right after its beginning was committed, and again
   * on every retry. No transaction is open when it is called.
   */
  carryOn(companyId: string, id: string, requestId: string): Promise<Progress>;
}
