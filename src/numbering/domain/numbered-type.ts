import { refuse } from '../../shared/domain-error';
import { NUMBERED_DOCUMENT_TYPES, type NumberedDocumentType } from './series';

/** `reference/series` takes any text for a kind of documents: what `document-series` calls it, or sales documents themselves. */
const SHORT_NAMES: Readonly<Record<string, NumberedDocumentType>> = {
  invoice: 'sale_invoice',
  credit_note: 'sale_credit_note',
  proforma: 'sale_proforma',
  advance: 'sale_advance',
};

/** @throws DomainError `not_supported` for documents that get no numbers here */
export function numberedTypeOf(documentType: string): NumberedDocumentType {
  const known = [...NUMBERED_DOCUMENT_TYPES, ...Object.keys(SHORT_NAMES)];
  const type = Object.hasOwn(SHORT_NAMES, documentType) ? SHORT_NAMES[documentType] : documentType;
  return (
    NUMBERED_DOCUMENT_TYPES.find(candidate => candidate === type) ??
    refuse('not_supported', `documentType: there are series for ${known.join(', ')} only.`, {
      fieldErrors: { documentType: ['is not supported'] },
    })
  );
}
