/**
 * What a handler that reads answers when the rest takes long and needs no database: it is made after the transaction has
 * ended and its connection was given back.
 */
export class AfterReading<Answer> {
  constructor(readonly make: () => Promise<Answer>) {}
}
