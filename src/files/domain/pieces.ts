/** The size of the pieces in which content is kept; only the last one of a file may be smaller. */
export const PIECE_BYTES = 1024 * 1024;

/** The content in pieces of exactly `PIECE_BYTES` and a rest; texts are UTF-8. Holds one piece at a time. */
export async function* pieces(
  content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of content) {
    let rest = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    while (bytes + rest.length >= PIECE_BYTES) {
      const fitting = PIECE_BYTES - bytes;
      yield Buffer.concat([...parts, rest.subarray(0, fitting)]);
      rest = rest.subarray(fitting);
      [parts, bytes] = [[], 0];
    }
    if (rest.length > 0) parts.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}
