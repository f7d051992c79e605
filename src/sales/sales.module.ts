import { Module } from '@nestjs/common';
import { SaleInvoicesController } from './api/sale-invoices.controller';
import { CreateInvoice } from './use-cases/create-invoice';
import { DeleteInvoice } from './use-cases/delete-invoice';
import { GetInvoice } from './use-cases/get-invoice';
import { IssueInvoice } from './use-cases/issue-invoice';
import { ListInvoices } from './use-cases/list-invoices';
import { UpdateInvoice } from './use-cases/update-invoice';

@Module({
  controllers: [SaleInvoicesController],
  providers: [CreateInvoice, GetInvoice, UpdateInvoice, DeleteInvoice, IssueInvoice, ListInvoices],
})
export class SalesModule {}
