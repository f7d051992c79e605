import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Download, Field, IdRequest, InTx, Read, StreamedFile } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { GetFile } from '../use-cases/get-file';
import { ListFiles } from '../use-cases/list-files';

class FileEntry {
  @Field.id() id!: string;
  @Field.text({ description: 'What it is a file of.', example: 'declaration_submission' }) entity!: string;
  @Field.id() entityId!: string;
  @Field.text() fileName!: string;
  @Field.text() mimeType!: string;
  @Field.integer() sizeBytes!: number;
  @Field.text({ description: 'Of the content, hexadecimal.' }) sha256!: string;
  @Field.instant() createdAt!: string;
}

class FileResponse {
  @Field.text() fileName!: string;
  @Field.text() mimeType!: string;
  @Field.integer() sizeBytes!: number;
  @Field.text() sha256!: string;
  @Field.text({ description: 'Base64.' }) content!: string;
}

@Controller()
export class FilesController {
  constructor(
    private readonly listFiles: ListFiles,
    private readonly getFile: GetFile,
  ) {}

  @Read('files/list', { summary: 'Kept files', request: ListRequest, response: listResponse(FileEntry) })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<FileEntry>> {
    return this.listFiles.execute(tx, request);
  }

  @Read('files/get', {
    summary: 'A kept file of up to 10 MiB',
    request: IdRequest,
    response: FileResponse,
    addition: true,
  })
  async get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<FileResponse> {
    const { fileName, mimeType, sizeBytes, sha256, content } = await this.getFile.execute(tx, id);
    return { fileName, mimeType, sizeBytes, sha256, content };
  }

  @Download('files/download', {
    summary: 'A kept file of any size, byte for byte',
    request: IdRequest,
    contentType: 'application/octet-stream',
    addition: true,
  })
  async download(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<StreamedFile> {
    const { fileName, mimeType, content } = await this.getFile.open(tx, id);
    return new StreamedFile(fileName, mimeType, content);
  }
}
