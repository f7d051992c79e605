import { createHash } from 'node:crypto';
import type { TableRows, Tx } from '../../platform/database';
import { GarbageOfFile } from '../../platform/http';
import { pieces } from '../domain/pieces';

/** A file to keep, and what it belongs to. */
export interface NewFile {
  fileId: string;
  /** What it is a file of, as the audit log names it. */
  entity: string;
  entityId: string;
  fileName: string;
  mimeType: string;
}

export interface StoredFile {
  fileName: string;
  mimeType: string;
  sizeBytes: number;
  chunkCount: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/**
 * Keeps a file with this transaction, for good. Reads the content once, piece by piece: its size does not matter.
 * @param facts rows that are inserted in the statement of the file
 * @returns its size and hash
 */
export async function storeFile(
  tx: Tx,
  file: NewFile,
  content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
  ...facts: TableRows[]
): Promise<StoredFile> {
  const hash = createHash('sha256');
  const garbage = new GarbageOfFile();
  let [chunkCount, sizeBytes] = [0, 0];
  for await (const piece of pieces(content)) {
    hash.update(piece);
    sizeBytes += piece.length;
    await tx.execute(
      'INSERT INTO file_chunks (company_id, file_id, chunk_no, content) VALUES ($1, $2, $3, $4)',
      [tx.companyId, file.fileId, ++chunkCount, piece],
    );
    garbage.count(piece.length);
  }
  const sha256 = hash.digest('hex');
  const { fileName, mimeType } = file;
  const row: TableRows = {
    table: 'files',
    rows: [
      {
        company_id: tx.companyId,
        file_id: file.fileId,
        entity: file.entity,
        entity_id: file.entityId,
        file_name: fileName,
        mime_type: mimeType,
        size_bytes: sizeBytes,
        chunk_count: chunkCount,
        sha256: `\\x${sha256}`,
        created_by: tx.actor.id,
        created_at: tx.now,
      },
    ],
  };
  await tx.insert(row, ...facts);
  return { fileName, mimeType, sizeBytes, chunkCount, sha256 };
}

/** A kept file with what it is of. */
export interface FoundFile extends StoredFile {
  id: string;
  entity: string;
  entityId: string;
  /** Instant, ISO 8601. */
  createdAt: string;
}

/** What is known of a kept file; undefined when the company has none of this id. */
export async function findFile(tx: Tx, fileId: string): Promise<FoundFile | undefined> {
  const [file] = await tx.query<FoundFile>(
    `SELECT file_id AS id, entity, entity_id AS "entityId", created_at AS "createdAt", file_name AS "fileName", mime_type AS "mimeType", size_bytes AS "sizeBytes", chunk_count AS "chunkCount",
            encode(sha256, 'hex') AS sha256 FROM files WHERE company_id = $1 AND file_id = $2`,
    [tx.companyId, fileId],
  );
  return file;
}

/** The content of a kept file, piece by piece, in the transaction of `tx`. */
export async function* readFile(tx: Tx, fileId: string, { chunkCount }: StoredFile): AsyncGenerator<Buffer> {
  for (let number = 1; number <= chunkCount; number++) {
    const [chunk] = await tx.query<{ content: Buffer }>(
      'SELECT content FROM file_chunks WHERE company_id = $1 AND file_id = $2 AND chunk_no = $3',
      [tx.companyId, fileId, number],
    );
    yield chunk!.content;
  }
}

/** The whole content at once: for files that are known to be small. */
export async function readWholeFile(tx: Tx, fileId: string, file: StoredFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readFile(tx, fileId, file)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The file of a thing that has this content already. */
export async function fileWithContent(
  tx: Tx,
  { entity, entityId }: Pick<NewFile, 'entity' | 'entityId'>,
  sha256: string,
): Promise<string | undefined> {
  const [file] = await tx.query<{ id: string }>(
    'SELECT file_id AS id FROM files WHERE company_id = $1 AND entity = $2 AND entity_id = $3 AND sha256 = $4',
    [tx.companyId, entity, entityId, `\\x${sha256}`],
  );
  return file?.id;
}
