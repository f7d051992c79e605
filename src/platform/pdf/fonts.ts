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
  return readFileSync(require.resolve(FILES[name]));
}
