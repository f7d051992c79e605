import { Module, type OnModuleInit } from '@nestjs/common';
import { LedgerModule } from '../ledger';
import { InboundEvents, WebhooksModule } from '../webhooks';
import { BankAccountsController } from './api/bank-accounts.controller';
import { BankMatchesController } from './api/bank-matches.controller';
import { BankTransactionsController } from './api/bank-transactions.controller';
import { PaymentsController } from './api/payments.controller';
import { SettlementsController } from './settlements/api/settlements.controller';
import { ImportPayouts } from './settlements/use-cases/import-payouts';
import { LinkDeposit } from './settlements/use-cases/link-deposit';
import { MatchLine } from './settlements/use-cases/match-line';
import { OpenPayout } from './settlements/use-cases/open-payout';
import { PostSettlement } from './settlements/use-cases/post-settlement';
import { ReadSettlements } from './settlements/use-cases/read-settlements';
import { ReverseSettlement } from './settlements/use-cases/reverse-settlement';
import { CancelExport } from './use-cases/cancel-export';
import { MatchJournal, SetTransactionAside } from './use-cases/close-transaction';
import { ExportPayments } from './use-cases/export-payments';
import { ImportStatement } from './use-cases/import-statement';
import { ImportTransactions } from './use-cases/import-transactions';
import { KeepBankAccount } from './use-cases/keep-bank-account';
import { ListBank } from './use-cases/list-bank';
import { MatchOnAccount } from './use-cases/match-on-account';
import { MatchTransaction } from './use-cases/match-transaction';
import { RecordTransaction } from './use-cases/record-transaction';
import { SuggestMatches } from './use-cases/suggest-matches';
import { UnmatchTransaction } from './use-cases/unmatch-transaction';

@Module({
  imports: [LedgerModule, WebhooksModule],
  controllers: [
    BankAccountsController,
    BankTransactionsController,
    BankMatchesController,
    PaymentsController,
    SettlementsController,
  ],
  providers: [
    KeepBankAccount,
    ListBank,
    ImportTransactions,
    ImportStatement,
    SuggestMatches,
    MatchTransaction,
    MatchOnAccount,
    MatchJournal,
    SetTransactionAside,
    UnmatchTransaction,
    RecordTransaction,
    ExportPayments,
    CancelExport,
    ImportPayouts,
    MatchLine,
    OpenPayout,
    PostSettlement,
    ReverseSettlement,
    LinkDeposit,
    ReadSettlements,
  ],
})
export class BankModule implements OnModuleInit {
  constructor(
    private readonly events: InboundEvents,
    private readonly openPayout: OpenPayout,
  ) {}

  onModuleInit(): void {
    this.events.register('stripe', 'payout.paid', (tx, event) => this.openPayout.execute(tx, event));
  }
}
