import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountModule } from '../account';
import { FileSubjects, FilesModule } from '../files';
import { MailModule } from '../mail';
import { WorkModule } from '../work';
import { AdvancesController } from './api/advances.controller';
import { EInvoicesController } from './api/e-invoices.controller';
import { SaleInvoicesController } from './api/sale-invoices.controller';
import { ApplyAdvance } from './use-cases/apply-advance';
import { CreateInvoice } from './use-cases/create-invoice';
import { DeliverInvoice } from './use-cases/deliver-invoice';
import { DeleteInvoice } from './use-cases/delete-invoice';
import { GetInvoice } from './use-cases/get-invoice';
import { InvoicePdf } from './use-cases/invoice-pdf';
import { IssueInvoice } from './use-cases/issue-invoice';
import { ListInvoices } from './use-cases/list-invoices';
import { PeppolXml } from './use-cases/peppol-xml';
import { SendByPeppol } from './use-cases/send-by-peppol';
import { SendInvoice } from './use-cases/send-invoice';
import { TaxReceipts } from './use-cases/tax-receipts';
import { UpdateInvoice } from './use-cases/update-invoice';

@Module({
  imports: [FilesModule, AccountModule, MailModule, WorkModule],
  controllers: [SaleInvoicesController, AdvancesController, EInvoicesController],
  providers: [
    CreateInvoice,
    GetInvoice,
    UpdateInvoice,
    DeleteInvoice,
    IssueInvoice,
    ListInvoices,
    SendInvoice,
    DeliverInvoice,
    ApplyAdvance,
    TaxReceipts,
    InvoicePdf,
    PeppolXml,
    SendByPeppol,
  ],
})
export class SalesModule implements OnModuleInit {
  constructor(private readonly fileSubjects: FileSubjects) {}

  onModuleInit(): void {
    this.fileSubjects.register('sale_invoice', { table: 'sale_invoices', key: 'invoice_id' });
  }
}
