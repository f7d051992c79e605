import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { MOST_BYTES_IN_JSON } from '../domain/new-upload';
import { refuseUnlessReadable } from '../domain/file-scopes';
import { findFile, readFile, readWholeFile, type FoundFile } from '../data/stored-files';

/** A kept file as it was written, byte for byte. */
@Injectable()
export class GetFile {
  /** @throws DomainError `not_found`, `scope_missing`, and `file_too_large` for what only a download can carry */
  async execute(tx: Tx, id: string): Promise<FoundFile & { content: string }> {
    const file = await this.find(tx, id);
    if (file.sizeBytes > MOST_BYTES_IN_JSON)
      refuse(
        'file_too_large',
        `${file.fileName} has ${file.sizeBytes} bytes; read it by files/download, an answer here holds ${MOST_BYTES_IN_JSON}.`,
      );
    return { ...file, content: (await readWholeFile(tx, id, file)).toString('base64') };
  }

  /** The same as a stream, of any size. */
  async open(tx: Tx, id: string): Promise<FoundFile & { content: AsyncIterable<Buffer> }> {
    const file = await this.find(tx, id);
    return { ...file, content: readFile(tx, id, file) };
  }

  private async find(tx: Tx, id: string): Promise<FoundFile> {
    const file = await findFile(tx, id);
    if (!file) refuseUnknown('id', `File ${id}`);
    refuseUnlessReadable(tx.actor.scopes, file.entity);
    return file;
  }
}
