import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What is printed in PDF files: for each file its pages, of each page its lines from top to bottom; tabs part columns. */
export async function readPdfs(files: readonly Buffer[]): Promise<string[][][]> {
  const reader = spawn(process.execPath, [join(__dirname, 'pdf-pages.mjs'), 'texts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  reader.stdin.end(JSON.stringify(files.map(file => file.toString('base64'))));
  const [output, [code]] = await Promise.all([text(reader.stdout), once(reader, 'exit')]);
  if (code !== 0) throw new Error(`the reader of PDF files ended with ${code}`);
  return JSON.parse(output) as string[][][];
}
