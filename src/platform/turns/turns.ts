import { refuse } from '../../shared/domain-error';

/**
 * How much of one kind of work a process does at once. Who finds no room waits for his turn in the order they came, or is
 * refused where enough wait already, of his own or in all: one caller's flood must not take what all of them need.
 */
export class Turns {
  private atWork = 0;
  private readonly waiting: { of: string; go: () => void }[] = [];

  constructor(
    /** Names the work in a refusal: "Too much is being asked of VIES". */
    private readonly what: string,
    private readonly most: number,
    private readonly mostWaiting = 0,
    /** Of those that wait, how many may be of one. */
    private readonly mostWaitingOfOne = mostWaiting,
  ) {}

  /**
   * @param of whose work it is
   * @throws DomainError `temporarily_unavailable` when there is no room to wait either
   */
  async run<T>(work: () => Promise<T>, of = ''): Promise<T> {
    await this.take(of);
    try {
      return await work();
    } finally {
      this.giveOn();
    }
  }

  private async take(of: string): Promise<void> {
    if (this.atWork < this.most) {
      this.atWork++;
      return;
    }
    const ofOne = this.waiting.filter(waiting => waiting.of === of).length;
    if (this.waiting.length >= this.mostWaiting || ofOne >= this.mostWaitingOfOne)
      refuse('temporarily_unavailable', `${this.what} at this moment; nothing was changed, retry shortly.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    await new Promise<void>(go => this.waiting.push({ of, go }));
  }

  /** The place goes to who waits longest, else it is free. */
  private giveOn(): void {
    const next = this.waiting.shift();
    if (next) next.go();
    else this.atWork--;
  }
}

const RETRY_AFTER_SECONDS = 5;
