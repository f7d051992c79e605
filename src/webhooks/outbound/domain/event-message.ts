/** An event as its receivers read it. `data` is JSON. */
export interface EventMessage {
  id: string;
  type: string;
  timestamp: string;
  companyId: string;
  /** Null for a test, which is no fact of the books. */
  sequence: number | null;
  data: string;
}

/** The body of a delivery: the same bytes on every attempt, as `data` is put in the way it is stored. */
export function messageBody({ data, ...head }: EventMessage): string {
  return `${JSON.stringify(head).slice(0, -1)},"data":${data}}`;
}
