import { isRetryable } from '../../../src/platform/database/database-errors';

const failed = (code: string, constraint?: string): Error =>
  Object.assign(new Error('failed'), { code, constraint });

describe('a transaction is run again', () => {
  it.each([
    ['a deadlock', failed('40P01'), true],
    ['a serialization failure', failed('40001'), true],
    [
      'the first row of a series year, made by two at once',
      failed('23505', 'uq_document_series_years__first'),
      true,
    ],
    ['the same on a shard', failed('23505', 'uq_document_series_years__first_102150'), true],
    ['the first row of a month', failed('23505', 'uq_accounting_periods__status'), true],
    ['a second document of one key', failed('23505', 'uq_sale_invoices__business_key'), false],
    ['a wait that was too long', failed('55P03'), false],
    ['a fault of ours', new Error('fault'), false],
  ])('after %s: %#', (_, error, isAgain) => expect(isRetryable(error)).toBe(isAgain));
});
