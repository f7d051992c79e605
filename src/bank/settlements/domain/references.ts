/** Longest document or order number that is looked for. */
const LONGEST = 60;

/**
 * The texts of a line that may be the number of an invoice or an order: its reference whole, and the words of its
 * description and each two of them (a number may have a space), without the punctuation around them, in upper case.
 */
export function possibleNumbers(reference: string | null, description: string | null): string[] {
  const found = new Set<string>();
  for (const text of [reference, description]) {
    if (text === null) continue;
    const words = text
      .split(/\s+/)
      .map(bare)
      .filter(word => word !== '');
    found.add(bare(text));
    words.forEach((word, index) => {
      found.add(word);
      const next = words[index + 1];
      if (next !== undefined) found.add(`${word} ${next}`);
    });
  }
  // A number has a digit; words without one are no reference.
  return [...found].filter(text => text.length <= LONGEST && /[0-9]/.test(text));
}

function bare(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toUpperCase();
}
