import type { ListDefinition } from '../../platform/lists';

export interface FileRow {
  id: string;
  entity: string;
  entityId: string;
  fileName: string;
  mimeType: string;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
  createdAt: string;
}

/** @param entities what the files shown are of, names from our own code; null: of everything */
export function fileList(entities: readonly string[] | null): ListDefinition {
  const names = entities?.map(name => `'${name}'`).join(', ');
  return {
    ...ALL_FILES,
    from: names === undefined ? ALL_FILES.from : `(SELECT * FROM files WHERE entity IN (${names})) f`,
  };
}

const ALL_FILES: ListDefinition = {
  name: 'files',
  from: 'files f',
  select: `f.file_id AS id, f.file_id AS "storageKey", f.entity, f.entity_id AS "entityId", f.file_name AS "fileName", f.mime_type AS "mimeType",
    f.size_bytes AS "sizeBytes", encode(f.sha256, 'hex') AS sha256, f.created_at AS "createdAt"`,
  fields: {
    id: { column: 'f.file_id', type: 'id' },
    entity: { column: 'f.entity', type: 'text' },
    entityId: { column: 'f.entity_id', type: 'id' },
    fileName: { column: 'f.file_name', type: 'text' },
    mimeType: { column: 'f.mime_type', type: 'text' },
    sizeBytes: { column: 'f.size_bytes', type: 'integer' },
    createdAt: { column: 'f.created_at', type: 'instant' },
  },
  key: { column: 'f.file_id', type: 'id' },
  defaultSort: [{ field: 'createdAt', dir: 'desc' }],
};
