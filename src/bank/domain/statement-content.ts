import { refuseStatement } from './bank-statement';

const BASE64 = /^[A-Za-z0-9+/\r\n]+={0,2}\s*$/;
const ENCODING = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;

/** What no text of a file has: letters that were lost, and control characters other than those between lines and columns. */
const FAULT = /\uFFFD|[^\P{Cc}\t\n\r]/u;

/**
 * The text of a bank file that was sent as text, or as its bytes in base64. Bytes are read as the XML declaration says,
 * without one as UTF-8; those of an MT940 file, which says nothing, as UTF-8 or else as Windows-1257 (Baltic).
 * @throws DomainError `statement_refused` for letters that were lost on the way, control characters, or an unknown encoding
 */
export function readContent(content: string): string {
  const text = withoutEndMark(BASE64.test(content) ? decode(Buffer.from(content, 'base64')) : content);
  const fault = FAULT.exec(text)?.[0];
  if (fault !== undefined && fault <= '\u007F') {
    refuseStatement(`The file has control characters (U+${codeOf(fault)}): it is no text, or damaged.`);
  }
  if (fault !== undefined) {
    refuseStatement(
      'The file was read in a wrong encoding before it was sent: some letters are lost. Send its bytes in base64.',
    );
  }
  return text.replace(/^\uFEFF/, '');
}

/** Files of old programs end with the character that DOS ended them with. */
function withoutEndMark(text: string): string {
  return text.endsWith('\u001A') ? text.slice(0, -1) : text;
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}

function decode(bytes: Buffer): string {
  const declared = ENCODING.exec(bytes.subarray(0, 300).toString('latin1'))?.[1];
  if (declared !== undefined) {
    return decodedAs(declared, bytes) ?? refuseStatement(`The file is not in ${declared}, as it says it is.`);
  }
  const text = decodedAs('utf-8', bytes);
  if (text !== null) return text;
  return (
    decodedAs('windows-1257', bytes) ?? refuseStatement('The file is neither in UTF-8 nor in Windows-1257.')
  );
}

/** Null when the encoding is not known or the bytes are not of it. */
function decodedAs(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
