import type { Response } from 'express';
import { GarbageOfFile } from './garbage-of-file';

/** A file that is made while it is sent: its parts are asked for as the reader takes them. */
export class StreamedFile {
  constructor(
    readonly fileName: string,
    /** With the character set: `application/xml; charset=utf-8`. */
    readonly contentType: string,
    readonly parts: AsyncIterable<string | Buffer>,
  ) {}
}

/** Texts are often short; so much is sent at once. */
const CHUNK_CHARACTERS = 1 << 14;

/** A reader that takes nothing for so long is gone, and must not hold a transaction open. */
const MOST_WAITING_MS = 60_000;

/**
 * Sends the file in chunks, as fast as the reader takes it. A failure before the first chunk is thrown with nothing sent,
 * and can be answered. A later one breaks the connection and is thrown: the reader must not take a part for the whole.
 * A reader who leaves ends the making of the file; that is no failure.
 */
export async function sendFile(file: StreamedFile, response: Response): Promise<void> {
  let isGone = false;
  const garbage = new GarbageOfFile();
  response.once('close', () => (isGone = true));
  try {
    for await (const chunk of chunksOf(file.parts)) {
      if (isGone) return;
      if (!response.headersSent) begin(file, response);
      if (!response.write(chunk)) await drained(response);
      garbage.count(chunk.length);
    }
    if (isGone) return;
    if (!response.headersSent) begin(file, response);
    response.end();
  } catch (error) {
    if (response.headersSent) response.destroy();
    throw error;
  }
}

function begin({ fileName, contentType }: StreamedFile, response: Response): void {
  response.status(200).attachment(fileName).set('Content-Type', contentType).set('Cache-Control', 'no-store');
}

async function* chunksOf(parts: AsyncIterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  let chunk = '';
  for await (const part of parts) {
    if (typeof part !== 'string') {
      if (chunk !== '') yield chunk;
      yield part;
      chunk = '';
      continue;
    }
    chunk += part;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Until the reader takes more, or has gone. */
function drained(response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (after: () => void) => (): void => {
      clearTimeout(timer);
      response.off('drain', resume).off('close', resume);
      after();
    };
    const resume = settle(resolve);
    const timer = setTimeout(
      settle(() => reject(new Error(`the reader of a file took nothing for ${MOST_WAITING_MS} ms`))),
      MOST_WAITING_MS,
    );
    response.once('drain', resume).once('close', resume);
  });
}
