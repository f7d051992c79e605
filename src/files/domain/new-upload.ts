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
export function uploadedBytes({
  fileName,
  mimeType,
  data,
}: Record<'fileName' | 'mimeType' | 'data', string>): Buffer {
  if (/[\p{Cc}\p{Cf}/\\]/u.test(fileName) || /^\.*$/.test(fileName.trim()))
    refuseField('fileName', 'must be the name of a file, without folders and control characters');
  if (!MEDIA_TYPE.test(mimeType)) refuseField('mimeType', 'must be a media type such as application/pdf');
  const content = Buffer.from(data, 'base64');
  if (data.length % 4 !== 0 || !BASE64.test(data) || content.toString('base64') !== data)
    refuseField('data', 'must be base64 (RFC 4648, section 4, with padding)');
  if (content.length === 0) refuseField('data', 'must not be empty');
  return content;
}
