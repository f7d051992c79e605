import { Injectable } from '@nestjs/common';
import { refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { isafDocuments } from '../data/isaf-documents';
import { filedHeader } from '../data/submissions';
import type { IsafRequest } from '../domain/isaf/isaf-header';
import { isafContent, IsafFiles, type IsafFile } from './isaf-files';

/** Some 20 MB of text, which an answer in JSON holds several times over. */
const MOST_DOCUMENTS_IN_JSON = 20_000;

/**
 * Makes the i.SAF file of the documents issued (by their date) and received (by their receipt) in a month, from the VAT
 * register alone. Of a month that was filed, with the header of that file, else of a closed one with the header that was kept
 * with the close: unchanged books give the same bytes.
 */
@Injectable()
export class GenerateIsaf {
  constructor(private readonly files: IsafFiles) {}

  /** The file as one text. @throws DomainError those of `IsafFiles`, `file_too_large` */
  async execute(tx: Tx, request: IsafRequest): Promise<IsafFile & { xml: string }> {
    const file = await this.prepare(tx, request);
    const { sales, purchases } = file.counts;
    if (sales + purchases > MOST_DOCUMENTS_IN_JSON)
      refuse(
        'file_too_large',
        `The month has ${sales + purchases} documents; read the file by declarations/lt/isaf/download, an answer here holds ${MOST_DOCUMENTS_IN_JSON}.`,
      );
    let xml = '';
    for await (const part of isafContent(tx, file, isafDocuments(tx, file.selection))) xml += part;
    return { ...file, xml };
  }

  /** The file as it is made, of any size. @throws DomainError those of `IsafFiles` */
  async open(tx: Tx, request: IsafRequest): Promise<{ fileName: string; content: AsyncIterable<string> }> {
    const file = await this.prepare(tx, request);
    return { fileName: file.fileName, content: isafContent(tx, file, isafDocuments(tx, file.selection)) };
  }

  private async prepare(tx: Tx, request: IsafRequest): Promise<IsafFile> {
    return this.files.prepare(tx, request, await filedHeader(tx, request));
  }
}
