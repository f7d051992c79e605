import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { vatRegisterPages } from '../data/vat-register-pages';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import { csvHeading, csvRow } from '../domain/vat-register-csv';
import type { VatSide } from '../domain/vat-register';

/** One side of the VAT register as CSV (RFC 4180, UTF-8), made while it is sent. */
@Injectable()
export class DownloadVatRegister {
  execute(tx: Tx, range: DateRange, side: VatSide): AsyncIterable<string> {
    refuseUnfitRange(range);
    return csvOf(tx, range, side);
  }
}

async function* csvOf(tx: Tx, range: DateRange, side: VatSide): AsyncGenerator<string> {
  yield csvHeading();
  for await (const page of vatRegisterPages(tx, range, side)) yield page.map(csvRow).join('');
}
