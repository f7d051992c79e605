/**
 * What servers elsewhere have answered to this request, by question. They are asked with no transaction open, and what
 * they said is there when the work begins anew. What takes long to make is asked for in the same way.
 */
export class OutsideAnswers {
  private readonly byQuestion = new Map<string, unknown>();

  /** Undefined when nobody was asked this yet. */
  of<Answer>(question: OutsideQuestion<Answer>): Answer | undefined {
    return this.byQuestion.get(question.text) as Answer | undefined;
  }

  async ask(question: OutsideQuestion<unknown>): Promise<void> {
    this.byQuestion.set(question.text, await question.ask());
  }

  get count(): number {
    return this.byQuestion.size;
  }
}

/** What a handler answers that has to hear from a server elsewhere, or to make something at length, before it can do its work. */
export class OutsideQuestion<Answer> {
  /**
   * @param text tells this question from every other of the request
   * @param ask called with no transaction open; a DomainError is the answer to the request, and nothing is stored
   */
  constructor(
    readonly text: string,
    readonly ask: () => Promise<Answer>,
  ) {}
}
