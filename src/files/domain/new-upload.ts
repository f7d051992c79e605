import { refuseField } from '../../shared/domain-error';

/** In base64 a third more; the whole message is in memory several times. What comes in by JSON goes out by it. */
export const MOST_BYTES_IN_JSON = 10 * 1024 * 1024;

/** What a file of a caller may belong to. */
export const FILE_SUBJECTS = [
  'sale_invoice',
  'purchase_invoice',
  'journal_transaction',
  'asset',
  'partner',
  'company',
] as const;
export type FileSubject = (typeof FILE_SUBJECTS)[number];

/** RFC 6838, section 4.2; without parameters. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * The bytes of an upload.
 * @throws DomainError `invalid_request` on the member that is wrong
 */
export function uploadedBytes({ fileName, mimeType, content, data }: Named): Buffer {
  if (/[\p{Cc}\p{Cf}/\\]/u.test(fileName) || /^\.*$/.test(fileName.trim()))
    refuseField('fileName', 'must be the name of a file, without folders and control characters');
  if (!MEDIA_TYPE.test(mimeType)) refuseField('mimeType', 'must be a media type such as application/pdf');
  if (content !== undefined && data !== undefined) refuseField('data', 'is given as `content` already');
  const member = data === undefined ? 'content' : 'data';
  const base64 = content ?? data ?? refuseField(member, 'must be the content of the file in base64');
  const bytes = Buffer.from(base64, 'base64');
  if (base64.length % 4 !== 0 || !BASE64.test(base64) || bytes.toString('base64') !== base64)
    refuseField(member, 'must be base64 (RFC 4648, section 4, with padding)');
  if (bytes.length === 0) refuseField(member, 'must not be empty');
  return bytes;
}

/** A file as it is uploaded, its content in base64 under one of two names. */
interface Named {
  fileName: string;
  mimeType: string;
  content?: string;
  data?: string;
}
