import { Module, type OnModuleInit } from '@nestjs/common';
import { FileSubjects, FilesModule } from '../files';
import { PartnersController } from './api/partners.controller';
import { CreatePartner } from './use-cases/create-partner';
import { DeletePartner } from './use-cases/delete-partner';
import { FindOrCreatePartner } from './use-cases/find-or-create-partner';
import { ReadPartners } from './use-cases/read-partners';
import { UpdatePartner } from './use-cases/update-partner';
import { ValidateVat } from './use-cases/validate-vat';
import { ViesClient } from './vies-client';

@Module({
  imports: [FilesModule],
  controllers: [PartnersController],
  providers: [
    CreatePartner,
    FindOrCreatePartner,
    UpdatePartner,
    DeletePartner,
    ValidateVat,
    ViesClient,
    ReadPartners,
  ],
})
export class PartnersModule implements OnModuleInit {
  constructor(private readonly fileSubjects: FileSubjects) {}

  onModuleInit(): void {
    this.fileSubjects.register('partner', { table: 'partners', key: 'partner_id' });
  }
}
