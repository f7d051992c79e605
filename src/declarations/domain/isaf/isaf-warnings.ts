/** More than anybody reads; a month of a hundred thousand documents may have as many to say. */
const MOST = 1000;

/** What to look at before filing. The first thousand are kept, of the others the number. */
export class IsafWarnings {
  private readonly messages: string[] = [];
  private others = 0;

  add(...messages: string[]): void {
    for (const message of messages) {
      if (this.messages.length < MOST) this.messages.push(message);
      else this.others++;
    }
  }

  list(): string[] {
    return this.others === 0
      ? [...this.messages]
      : [...this.messages, `${this.others} more warnings are not listed.`];
  }
}
