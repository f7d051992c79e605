import { Module } from '@nestjs/common';
import { BankAccountsController } from './api/bank-accounts.controller';
import { BankTransactionsController } from './api/bank-transactions.controller';
import { PaymentsController } from './api/payments.controller';
import { CancelExport } from './use-cases/cancel-export';
import { ExportPayments } from './use-cases/export-payments';
import { ImportStatement } from './use-cases/import-statement';
import { ImportTransactions } from './use-cases/import-transactions';
import { KeepBankAccount } from './use-cases/keep-bank-account';
import { ListBank } from './use-cases/list-bank';
import { MatchTransaction } from './use-cases/match-transaction';
import { RecordTransaction } from './use-cases/record-transaction';
import { SuggestMatches } from './use-cases/suggest-matches';
import { UnmatchTransaction } from './use-cases/unmatch-transaction';

@Module({
  controllers: [BankAccountsController, BankTransactionsController, PaymentsController],
  providers: [
    KeepBankAccount,
    ListBank,
    ImportTransactions,
    ImportStatement,
    SuggestMatches,
    MatchTransaction,
    UnmatchTransaction,
    RecordTransaction,
    ExportPayments,
    CancelExport,
  ],
})
export class BankModule {}
