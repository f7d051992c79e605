export { BankModule } from './bank.module';
export { unmatchedTransactions } from './data/bank-transactions';
