import { Module, type OnModuleInit } from '@nestjs/common';
import { FileSubjects, FilesModule } from '../files';
import { AssetsController } from './api/assets.controller';
import { DepreciationController } from './api/depreciation.controller';
import { CreateAsset } from './use-cases/create-asset';
import { CreateGroup } from './use-cases/create-group';
import { DeleteAsset } from './use-cases/delete-asset';
import { DisposeAsset } from './use-cases/dispose-asset';
import { ModernizeAsset } from './use-cases/modernize-asset';
import { PostDepreciation } from './use-cases/post-depreciation';
import { PreviewDepreciation } from './use-cases/preview-depreciation';
import { ReadAssets } from './use-cases/read-assets';
import { ReverseDepreciation } from './use-cases/reverse-depreciation';
import { ReverseDisposal } from './use-cases/reverse-disposal';

@Module({
  imports: [FilesModule],
  controllers: [AssetsController, DepreciationController],
  providers: [
    CreateGroup,
    CreateAsset,
    ReadAssets,
    ModernizeAsset,
    DisposeAsset,
    ReverseDisposal,
    DeleteAsset,
    PreviewDepreciation,
    PostDepreciation,
    ReverseDepreciation,
  ],
})
export class AssetsModule implements OnModuleInit {
  constructor(private readonly fileSubjects: FileSubjects) {}

  onModuleInit(): void {
    this.fileSubjects.register('asset', { table: 'assets', key: 'asset_id' });
  }
}
