/**
 * Keys that are being worked on in this process. Turns a duplicate away before it takes a connection: a hundred retries of
 * one slow request must not starve the others. Only an optimisation; the primary key of the table is the judge.
 *
 * A duplicate waits, without a connection, until the first one knows whether the key was free. If it was, the first is at
 * work and the duplicate is `busy`; if not, the answer is there already, and the duplicate fetches it too.
 */
export class Gate {
  private readonly entered = new Map<string, Promise<boolean>>();

  /**
   * Runs `work` unless the key is being worked on; then answers `busy`. Always lets go.
   * @param work is given a function to call once it has claimed the key
   */
  async pass<T>(key: string, work: (claimed: () => void) => Promise<T>, busy: () => T): Promise<T> {
    const isAtWork = this.entered.get(key);
    if (isAtWork !== undefined) return (await isAtWork) ? busy() : work(() => undefined);
    let settle: (isAtWork: boolean) => void = () => undefined;
    this.entered.set(key, new Promise(resolve => (settle = resolve)));
    try {
      return await work(() => settle(true));
    } finally {
      settle(false);
      this.entered.delete(key);
    }
  }

  get size(): number {
    return this.entered.size;
  }
}
