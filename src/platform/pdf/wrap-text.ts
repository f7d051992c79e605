const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Breaks a text into lines that are no wider than `width`: at line breaks, else at spaces, and inside a word only where it
 * is wider than a whole line. There is at least one line.
 * @param widthOf the width of a piece of text
 */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap(paragraph => wrapParagraph(paragraph, width, widthOf));
}

function wrapParagraph(paragraph: string, width: number, widthOf: (text: string) => number): string[] {
  const space = widthOf(' ');
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const word of paragraph.split(' ').filter(each => each !== '')) {
    const wordWidth = widthOf(word);
    if (line !== '' && used + space + wordWidth <= width) {
      [line, used] = [`${line} ${word}`, used + space + wordWidth];
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wordWidth <= width ? [word] : chopped(word, width, widthOf);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1)!;
    used = widthOf(line);
  }
  return [...lines, line];
}

function chopped(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = [];
  let [piece, used] = ['', 0];
  for (const { segment } of graphemes.segment(word)) {
    const more = widthOf(segment);
    if (piece !== '' && used + more > width) {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += segment;
    used += more;
  }
  return [...pieces, piece];
}
