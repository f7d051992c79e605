import { Module, type OnModuleInit } from '@nestjs/common';
import { FileSubjects, FilesModule } from '../files';
import { PurchaseInvoicesController } from './api/purchase-invoices.controller';
import { CreateInvoice } from './use-cases/create-invoice';
import { DeleteInvoice } from './use-cases/delete-invoice';
import { GetInvoice } from './use-cases/get-invoice';
import { ListInvoices } from './use-cases/list-invoices';
import { RegisterInvoice } from './use-cases/register-invoice';
import { UpdateInvoice } from './use-cases/update-invoice';
import { VoidInvoice } from './use-cases/void-invoice';

@Module({
  imports: [FilesModule],
  controllers: [PurchaseInvoicesController],
  providers: [
    CreateInvoice,
    GetInvoice,
    UpdateInvoice,
    DeleteInvoice,
    RegisterInvoice,
    VoidInvoice,
    ListInvoices,
  ],
})
export class PurchasesModule implements OnModuleInit {
  constructor(private readonly fileSubjects: FileSubjects) {}

  onModuleInit(): void {
    this.fileSubjects.register('purchase_invoice', { table: 'purchase_invoices', key: 'invoice_id' });
  }
}
