import { Module } from '@nestjs/common';
import { FilesController } from './api/files.controller';
import { FileSubjects } from './file-subjects';
import { GetFile } from './use-cases/get-file';
import { ListFiles } from './use-cases/list-files';
import { UploadFile } from './use-cases/upload-file';

@Module({
  controllers: [FilesController],
  providers: [GetFile, ListFiles, UploadFile, FileSubjects],
  exports: [FileSubjects],
})
export class FilesModule {}
