import { Foundation1796000000001 } from './1796000000001-foundation';
import { Reference1796000000002 } from './1796000000002-reference';
import { Ledger1796000000003 } from './1796000000003-ledger';
import { Sales1796000000004 } from './1796000000004-sales';

/** Every migration, in order. What has landed is never edited. */
export const MIGRATIONS = [
  Foundation1796000000001,
  Reference1796000000002,
  Ledger1796000000003,
  Sales1796000000004,
];
