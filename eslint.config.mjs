import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Each ban carries its reason and what to use instead. */
const bannedSyntax = [
  {
    selector: 'ExportDefaultDeclaration',
    message: 'No default exports: a name that can be searched for is worth more.',
  },
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Only platform/clock reads the time; take a Clock.',
  },
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'Only platform/clock reads the time; take a Clock.',
  },
  {
    selector: 'CallExpression[callee.name="parseFloat"]',
    message: 'Amounts never pass through a binary float; use Decimal.',
  },
  {
    selector: 'CallExpression[callee.name="forwardRef"]',
    message: 'A cycle is a design fault; move the shared part to a lower rank.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      'data/**',
      'coverage/**',
      '*.js',
      '*.mjs',
      'scripts/**/*.mjs',
      'test/**/*.mjs',
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-console': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 8],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...bannedSyntax],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'typeorm',
              message: 'Only platform/database talks to TypeORM; take the Tx you are handed.',
            },
          ],
        },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  { files: ['src/platform/database/**', 'migrations/**'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['src/platform/clock/**'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['test/**', 'bench/**', 'scripts/**'],
    rules: {
      'no-restricted-syntax': 'off',
      'no-console': 'off',
      'max-lines-per-function': 'off',
      'no-restricted-imports': 'off',
    },
  },
  {
    // Tests read answers of many shapes as they came over the wire; a wrong guess fails the assertion that follows.
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    files: ['**/*.test.ts'],
    rules: { 'max-lines': ['error', 700], 'max-lines-per-function': 'off', 'no-restricted-syntax': 'off' },
  },
);
