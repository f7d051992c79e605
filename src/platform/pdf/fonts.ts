import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

export type FontName = 'regular' | 'bold';

/** Noto Sans: Latin with all its accents, Greek and Cyrillic. */
const FILES: Readonly<Record<FontName, string>> = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
};

export interface Fonts {
  files: Readonly<Record<FontName, Buffer>>;
  /** Whether every font has it. */
  hasGlyph: (codePoint: number) => boolean;
}

let loaded: Fonts | undefined;

/** The fonts, read once and only where something is printed. */
export function fonts(): Fonts {
  loaded ??= load();
  return loaded;
}

function load(): Fonts {
  const files = { regular: read('regular'), bold: read('bold') };
  const sets = Object.values(files).map(file => new Set((create(file) as Font).characterSet));
  return { files, hasGlyph: codePoint => sets.every(set => set.has(codePoint)) };
}

function read(name: FontName): Buffer {
  return withoutLayout(readFileSync(require.resolve(FILES[name])));
}

/** Kerning, ligatures and other scripts' shaping: not needed here, and decoding them would take most of the time of a document. */
const LAYOUT_TABLES = ['GPOS', 'GSUB', 'GDEF'];
/** OpenType, "Table Directory": the number of tables at 4, records of tag, checksum, offset and length from 12 on. */
const [COUNT_AT, RECORDS_AT, RECORD_BYTES] = [4, 12, 16];

/** The font with a directory that does not name its layout tables; the tables that are left stay where they are. */
function withoutLayout(file: Buffer): Buffer {
  const font = Buffer.from(file);
  let kept = 0;
  for (let index = 0; index < file.readUInt16BE(COUNT_AT); index++) {
    const at = RECORDS_AT + index * RECORD_BYTES;
    const record = file.subarray(at, at + RECORD_BYTES);
    if (LAYOUT_TABLES.includes(record.toString('latin1', 0, 4))) continue;
    record.copy(font, RECORDS_AT + kept++ * RECORD_BYTES);
  }
  font.writeUInt16BE(kept, COUNT_AT);
  return font;
}
