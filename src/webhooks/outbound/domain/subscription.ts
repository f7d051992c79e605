/** Who is told which events. */
export interface Subscription {
  id: string;
  url: string;
  events: string[];
  isActive: boolean;
  createdAt: string;
  /** Null once it is deleted. */
  sealedSecret: string | null;
  /** Up to which event the deliveries are written. */
  lastSequence: number;
  /** Turns in a row in which the receiver took nothing. */
  failedTurns: number;
  isPaused: boolean;
}
