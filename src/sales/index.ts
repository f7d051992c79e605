export { SalesModule } from './sales.module';
export { untaxedAdvances, type UntaxedAdvance } from './data/advance-receipts';
