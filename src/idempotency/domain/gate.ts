/**
 * Keys being worked on in this process. Turns a duplicate away before it takes a connection: a hundred retries of one
 * slow request must not starve the others. Only an optimisation; the primary key of the table is the judge.
 */
export class Gate {
  private readonly entered = new Set<string>();

  /** Runs `work` unless the key is inside already; then answers `busy`. Always lets go. */
  async pass<T>(key: string, work: () => Promise<T>, busy: () => T): Promise<T> {
    if (this.entered.has(key)) return busy();
    this.entered.add(key);
    try {
      return await work();
    } finally {
      this.entered.delete(key);
    }
  }

  get size(): number {
    return this.entered.size;
  }
}
