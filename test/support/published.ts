import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where that lies which others publish and which is not part of this repository (README, "Test"). */
const FOLDER = resolve(__dirname, '../..', process.env.PUBLISHED_FOLDER ?? '../shared');

/** A published file or folder, by its path in there. */
export function publishedPath(relativePath: string): string {
  return join(FOLDER, relativePath);
}

/**
 * A `describe` for tests that need something published. Without it the suite fails under `CI` and is skipped elsewhere,
 * its title saying why.
 */
export function describeWithPublished(relativePath: string, name: string, tests: () => void): void {
  const path = publishedPath(relativePath);
  if (existsSync(path)) {
    describe(name, tests);
  } else if (process.env.CI) {
    describe(name, () => {
      it(`has ${relativePath}`, () => {
        throw new Error(`${path} is missing (README, "Test")`);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${path} is missing)`, tests);
  }
}
