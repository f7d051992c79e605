export { Database, Session } from './database';
export { isRetryable, translateDatabaseError } from './database-errors';
export { CONSTRAINT_ERRORS } from './constraint-errors';
export { DatabaseModule } from './database.module';
export type { TableRows } from './insert-statement';
export { assertDatabaseIsFit, migrate } from './migrator';
export { Tx, type TxContext } from './tx';
export { UnitOfWork } from './unit-of-work';
