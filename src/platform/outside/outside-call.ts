/** What is asked of a server elsewhere. Its address is the installation's own setting, never a caller's. */
export interface OutsideCall {
  url: string;
  /** Sent as JSON by POST; left out: GET. */
  json?: object;
  /** For the whole of it, the body included. */
  timeoutMs: number;
  maxBytes: number;
}

/** The server elsewhere could not be reached, or did not answer as it should; the message says how. */
export class OutsideFailure extends Error {}

export interface OutsideReply {
  status: number;
  /** The body in pieces, as UTF-8. @throws OutsideFailure when it is too long or breaks off */
  text: AsyncIterable<string>;
  /** Hangs up, for who does not read the body. */
  hangUp: () => Promise<void>;
}

/**
 * Calls a server elsewhere. Redirects are not followed: whoever answers is the one that was configured. Never with a
 * transaction open.
 * @throws OutsideFailure
 */
export async function callOutside({ url, json, timeoutMs, maxBytes }: OutsideCall): Promise<OutsideReply> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'user-agent': 'Gapless/1',
        accept: json === undefined ? 'application/xml, text/xml' : 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    });
    return {
      status: response.status,
      text: piecesOf(response, maxBytes),
      hangUp: async () => response.body?.cancel(),
    };
  } catch (error) {
    throw failureOf(error);
  }
}

/** The whole body, for what is short. @throws OutsideFailure */
export async function wholeText({ text }: OutsideReply): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of text) pieces.push(piece);
  return pieces.join('');
}

async function* piecesOf({ body }: Response, maxBytes: number): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new OutsideFailure(`the answer is longer than ${maxBytes} bytes`);
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): Error {
  if (error instanceof OutsideFailure) return error;
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError' || name === 'AbortError')
    return new OutsideFailure('no complete answer in time');
  const reason = (cause ?? {}) as { code?: string; message?: string };
  return new OutsideFailure(reason.code ?? reason.message ?? message);
}
