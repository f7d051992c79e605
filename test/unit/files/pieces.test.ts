import { PIECE_BYTES, pieces } from '../../../src/files/domain/pieces';

async function piecesOf(...content: (string | Buffer)[]): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for await (const piece of pieces(content)) found.push(piece);
  return found;
}

describe('pieces of a file', () => {
  it('are none of nothing, one of a little', async () => {
    expect(await piecesOf()).toEqual([]);
    expect(await piecesOf('', Buffer.alloc(0))).toEqual([]);
    expect(await piecesOf('ąč', 'ę')).toEqual([Buffer.from('ąčę')]);
  });

  it.each([
    ['exactly one', [PIECE_BYTES], [PIECE_BYTES]],
    ['one and a byte', [PIECE_BYTES + 1], [PIECE_BYTES, 1]],
    ['two and a half at once', [2.5 * PIECE_BYTES], [PIECE_BYTES, PIECE_BYTES, PIECE_BYTES / 2]],
    ['two of halves', new Array<number>(4).fill(PIECE_BYTES / 2), [PIECE_BYTES, PIECE_BYTES]],
    ['parts across the border', [PIECE_BYTES - 1, 2, 3], [PIECE_BYTES, 4]],
  ])('are full but for the last: %s', async (_, sizes, expected) => {
    const content = sizes.map((size, index) => Buffer.alloc(size, index + 1));
    const found = await piecesOf(...content);
    expect(found.map(({ length }) => length)).toEqual(expected);
    expect(Buffer.concat(found).equals(Buffer.concat(content))).toBe(true);
  });
});
