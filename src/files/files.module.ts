import { Module } from '@nestjs/common';
import { FilesController } from './api/files.controller';
import { GetFile } from './use-cases/get-file';
import { ListFiles } from './use-cases/list-files';

@Module({ controllers: [FilesController], providers: [GetFile, ListFiles] })
export class FilesModule {}
