import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Download, Field, IdRequest, InTx, Read, StreamedFile, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { FILE_SUBJECTS, type FileSubject } from '../domain/new-upload';
import { GetFile } from '../use-cases/get-file';
import { ListFiles } from '../use-cases/list-files';
import { UploadFile } from '../use-cases/upload-file';

class FileEntry {
  @Field.id() id!: string;
  @Field.text({ description: 'What it is a file of.', example: 'declaration_submission' }) entity!: string;
  @Field.id() entityId!: string;
  @Field.text() fileName!: string;
  @Field.text() mimeType!: string;
  @Field.integer() sizeBytes!: number;
  @Field.text({ description: 'Of the content, hexadecimal.' }) sha256!: string;
  @Field.text({ addition: true, description: 'The id: that is where the content is kept.' })
  storageKey!: string;
  @Field.instant() createdAt!: string;
}

/** 10 MiB in base64, with room for the rest. */
const MAX_UPLOAD_BYTES = 14 * 1024 * 1024;

class UploadFileRequest {
  @Field.text() fileName!: string;
  @Field.text({ max: 127, example: 'application/pdf' }) mimeType!: string;
  @Field.text({
    optional: true,
    max: MAX_UPLOAD_BYTES,
    description: 'Base64; at most 10 MiB of content. This or `data`.',
  })
  content?: string;
  @Field.text({
    optional: true,
    max: MAX_UPLOAD_BYTES,
    addition: true,
    description: 'The same as `content`, under the name that it has in other answers.',
  })
  data?: string;
  @Field.oneOf(FILE_SUBJECTS, {
    optional: true,
    description: 'What it belongs to, with `entityId`; default: the company.',
  })
  entity?: FileSubject;
  @Field.id({ optional: true }) entityId?: string;
}

class FileResponse extends FileEntry {
  @Field.text({ description: 'Base64.' }) content!: string;
}

@Controller()
export class FilesController {
  constructor(
    private readonly listFiles: ListFiles,
    private readonly getFile: GetFile,
    private readonly uploadFile: UploadFile,
  ) {}

  @Read('files/list', { summary: 'Kept files', request: ListRequest, response: listResponse(FileEntry) })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<FileEntry>> {
    return this.listFiles.execute(tx, request);
  }

  @Write('files/upload', {
    summary: 'Keep a file, such as the scan of a voucher, with what it belongs to',
    request: UploadFileRequest,
    response: FileEntry,
    status: 201,
    maxBodyBytes: MAX_UPLOAD_BYTES,
    addition: true,
  })
  async upload(@Body() request: UploadFileRequest, @InTx() tx: Tx): Promise<FileEntry> {
    const { id, entity, entityId, fileName, mimeType, sizeBytes, sha256, createdAt } =
      await this.uploadFile.execute(tx, request);
    return {
      id,
      entity,
      entityId,
      fileName,
      mimeType,
      sizeBytes,
      sha256,
      storageKey: id,
      createdAt: createdAt.toISOString(),
    };
  }

  @Read('files/get', {
    summary: 'A kept file of up to 10 MiB',
    request: IdRequest,
    response: FileResponse,
    addition: true,
  })
  async get(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<FileResponse> {
    const file = await this.getFile.execute(tx, id);
    const { entity, entityId, fileName, mimeType, sizeBytes, sha256, createdAt, content } = file;
    return {
      id,
      entity,
      entityId,
      fileName,
      mimeType,
      sizeBytes,
      sha256,
      storageKey: id,
      createdAt,
      content,
    };
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
