export { BUSINESS_LOCK_TIMEOUT, Database, Session } from './database';
export { isRetryable, translateDatabaseError } from './database-errors';
export { knowConstraintErrors, type ConstraintErrors } from './constraint-errors';
export { DatabaseModule } from './database.module';
export type { TableRows } from './write-statements';
export { assertDatabaseIsFit, migrate } from './migrator';
export { Tx, type TxContext } from './tx';
export { UnitOfWork } from './unit-of-work';
