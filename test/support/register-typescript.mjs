/**
 * `node --require ./test/support/register-typescript.mjs file.ts` runs our TypeScript without a build, translated as in
 * Jest: for tests that need a process of its own, to kill it.
 */
import { transformFileSync } from '@swc/core';
import { createRequire, Module } from 'node:module';

const require = createRequire(import.meta.url);
const [, options] = Object.values(require('../../jest.config.js').transform)[0];

Module._extensions['.ts'] = (module, filename) =>
  module._compile(
    transformFileSync(filename, { ...options, swcrc: false, sourceMaps: 'inline' }).code,
    filename,
  );
