import { Injectable } from '@nestjs/common';
import { newId } from '../../../shared/ids';
import { auditRows } from '../../../audit';
import { storeFile } from '../../../files';
import type { Tx } from '../../../platform/database';
import { MakeSaft, type SaftFile, type SaftOrder } from './make-saft';

/** Makes the file and keeps it, byte for byte as it is answered. @throws DomainError those of `MakeSaft` */
@Injectable()
export class KeepSaft {
  constructor(private readonly makeSaft: MakeSaft) {}

  async execute(tx: Tx, order: SaftOrder): Promise<SaftFile & { fileId: string }> {
    const file = await this.makeSaft.whole(tx, order);
    const { fileName } = file;
    const [fileId, entity] = [newId(), 'saft_file'];
    await tx.insert(
      auditRows(tx, { action: `${entity}.kept`, entity, entityId: fileId, diff: { ...order, fileName } }),
    );
    await storeFile(tx, { fileId, entity, entityId: fileId, fileName, mimeType: 'application/xml' }, [
      file.xml,
    ]);
    return { ...file, fileId };
  }
}
