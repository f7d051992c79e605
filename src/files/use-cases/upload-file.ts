import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { fileWithContent, storeFile, type StoredFile } from '../data/stored-files';
import { MOST_BYTES_IN_JSON, uploadedBytes, type FileSubject } from '../domain/new-upload';
import { FileSubjects } from '../file-subjects';

export interface Upload {
  fileName: string;
  mimeType: string;
  /** Base64; one of them. */
  content?: string;
  data?: string;
  /** What it belongs to; default: the company. */
  entity?: FileSubject;
  entityId?: string;
}

export type UploadedFile = StoredFile & { id: string; entity: string; entityId: string; createdAt: Date };

/**
 * Keeps a file of the caller's, such as the scan of a voucher, with what it belongs to. It stays when that is deleted: nothing
 * that was kept is lost.
 */
@Injectable()
export class UploadFile {
  constructor(private readonly subjects: FileSubjects) {}

  /** @throws DomainError `invalid_request`, `file_too_large`, `not_found`, `duplicate` when the thing has this content already */
  async execute(tx: Tx, upload: Upload): Promise<UploadedFile> {
    const content = uploadedBytes(upload);
    if (content.length > MOST_BYTES_IN_JSON)
      refuse(
        'file_too_large',
        `${upload.fileName} has ${content.length} bytes; at most ${MOST_BYTES_IN_JSON} are kept.`,
      );
    const subject = await this.subjectOf(tx, upload);
    const existingId = await fileWithContent(tx, subject, createHash('sha256').update(content).digest('hex'));
    if (existingId !== undefined) refuse('duplicate', 'This content is kept there already.', { existingId });
    const id = newId();
    const { fileName, mimeType } = upload;
    const audit = auditRows(tx, {
      action: 'file.uploaded',
      entity: 'file',
      entityId: id,
      diff: { ...subject, fileName, mimeType, sizeBytes: content.length },
    });
    const stored = await storeFile(tx, { fileId: id, ...subject, fileName, mimeType }, [content], audit);
    return { ...stored, id, ...subject, createdAt: tx.now };
  }

  private async subjectOf(
    tx: Tx,
    { entity, entityId }: Upload,
  ): Promise<{ entity: FileSubject; entityId: string }> {
    if (entityId === undefined && (entity === undefined || entity === 'company'))
      return { entity: 'company', entityId: tx.companyId };
    if (entity === undefined) refuseField('entity', 'says what entityId is the id of');
    if (entityId === undefined) refuseField('entityId', 'says which one the file belongs to');
    if (!(await this.subjects.has(tx, entity, entityId))) refuseUnknown('entityId', `${entity} ${entityId}`);
    return { entity, entityId };
  }
}
