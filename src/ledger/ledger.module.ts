import { Module, type OnModuleInit } from '@nestjs/common';
import { FileSubjects, FilesModule } from '../files';
import { AccountsController } from './accounts/api/accounts.controller';
import { ApplyChartTemplate } from './accounts/use-cases/apply-chart-template';
import { CreateAccount } from './accounts/use-cases/create-account';
import { ListAccounts } from './accounts/use-cases/list-accounts';
import { UpdateAccount } from './accounts/use-cases/update-account';
import { FiscalYearsController } from './fiscal-years/api/fiscal-years.controller';
import { CloseFiscalYear } from './fiscal-years/use-cases/close-fiscal-year';
import { ListFiscalYears } from './fiscal-years/use-cases/list-fiscal-years';
import { ReopenFiscalYear } from './fiscal-years/use-cases/reopen-fiscal-year';
import { CostCentersController } from './cost-centers/api/cost-centers.controller';
import { ListCostCenters } from './cost-centers/use-cases/list-cost-centers';
import { WriteCostCenters } from './cost-centers/use-cases/write-cost-centers';
import { JournalController } from './journal/api/journal.controller';
import { GetTransaction } from './journal/use-cases/get-transaction';
import { ListTransactions } from './journal/use-cases/list-transactions';
import { PostManualTransaction } from './journal/use-cases/post-manual-transaction';
import { ReverseTransaction } from './journal/use-cases/reverse-transaction';
import { OpenItemsController } from './open-items/api/open-items.controller';
import { AllocateOpenItems } from './open-items/use-cases/allocate-open-items';
import { ListOpenItems } from './open-items/use-cases/list-open-items';
import { ReverseWriteOff, WriteOffOpenItem } from './open-items/use-cases/write-off-open-item';
import { OpeningController } from './opening/api/opening.controller';
import { PostOpeningBalance } from './opening/use-cases/post-opening-balance';
import { PostOpeningItems } from './opening/use-cases/post-opening-items';
import { ReverseOpening } from './opening/use-cases/reverse-opening';
import { PeriodsController } from './periods/api/periods.controller';
import { ListPeriodChanges } from './periods/use-cases/list-period-changes';
import { ListPeriods } from './periods/use-cases/list-periods';
import { LockPeriod } from './periods/use-cases/lock-period';
import { UnlockPeriod } from './periods/use-cases/unlock-period';
import { VerifyPeriod } from './periods/use-cases/verify-period';
import { PostingRulesController } from './posting-rules/api/posting-rules.controller';
import { ListPostingRules } from './posting-rules/use-cases/list-posting-rules';
import { UpdatePostingRules } from './posting-rules/use-cases/update-posting-rules';
import { ChargeOwners } from './provider-charges/charge-owners';

@Module({
  imports: [FilesModule],
  controllers: [
    AccountsController,
    PostingRulesController,
    PeriodsController,
    JournalController,
    OpenItemsController,
    FiscalYearsController,
    OpeningController,
    CostCentersController,
  ],
  providers: [
    CreateAccount,
    UpdateAccount,
    ListAccounts,
    ApplyChartTemplate,
    ListPostingRules,
    UpdatePostingRules,
    ListPeriods,
    LockPeriod,
    UnlockPeriod,
    VerifyPeriod,
    ListPeriodChanges,
    CloseFiscalYear,
    ReopenFiscalYear,
    ListFiscalYears,
    PostOpeningBalance,
    PostOpeningItems,
    ReverseOpening,
    PostManualTransaction,
    ReverseTransaction,
    GetTransaction,
    ListTransactions,
    ListOpenItems,
    AllocateOpenItems,
    WriteOffOpenItem,
    ReverseWriteOff,
    WriteCostCenters,
    ListCostCenters,
    ChargeOwners,
  ],
  exports: [ChargeOwners],
})
export class LedgerModule implements OnModuleInit {
  constructor(private readonly fileSubjects: FileSubjects) {}

  onModuleInit(): void {
    this.fileSubjects.register('journal_transaction', {
      table: 'journal_transactions',
      key: 'transaction_id',
    });
  }
}
