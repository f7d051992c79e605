import { refuse } from '../../shared/domain-error';

/**
 * How much of one kind of work a process does at once. Who finds no room waits for his turn in the order they came, or is
 * refused where enough wait already: one caller's flood must not take what all of them need.
 */
export class Turns {
  private atWork = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    /** Names the work in a refusal: "Too much is being asked of VIES". */
    private readonly what: string,
    private readonly most: number,
    private readonly mostWaiting = 0,
  ) {}

  /** @throws DomainError `temporarily_unavailable` when there is no room to wait either */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.take();
    try {
      return await work();
    } finally {
      this.giveOn();
    }
  }

  private async take(): Promise<void> {
    if (this.atWork < this.most) {
      this.atWork++;
      return;
    }
    if (this.waiting.length >= this.mostWaiting)
      refuse('temporarily_unavailable', `${this.what} at this moment; nothing was changed, retry shortly.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    await new Promise<void>(resolve => this.waiting.push(resolve));
  }

  /** The place goes to who waits longest, else it is free. */
  private giveOn(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.atWork--;
  }
}

const RETRY_AFTER_SECONDS = 5;
