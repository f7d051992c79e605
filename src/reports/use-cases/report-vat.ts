import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database';
import { ossByCountry, purchasesByOrigin, vatByDocument, vatByRate } from '../data/vat-register';
import { refuseUnfitRange, type DateRange } from '../domain/date-range';
import { MOST_ROWS, refuseTooManyRows } from '../domain/report-size';
import {
  euPurchases,
  type VatCountrySums,
  type VatDocumentSums,
  type VatRateSums,
  type VatSide,
} from '../domain/vat-register';

/** Views of the VAT register over a range of days: sales by tax point, purchases by receipt, as in the VAT periods. */
@Injectable()
export class ReportVat {
  async byRate(tx: Tx, range: DateRange, side: VatSide): Promise<VatRateSums[]> {
    refuseUnfitRange(range);
    return vatByRate(tx, range, side);
  }

  async byDocument(tx: Tx, range: DateRange, side: VatSide): Promise<VatDocumentSums[]> {
    refuseUnfitRange(range);
    const rows = await vatByDocument(tx, range, side, MOST_ROWS + 1);
    refuseTooManyRows(
      rows.length,
      'The VAT register',
      'narrow the dates, or download it (reports/vat-register/download)',
    );
    return rows;
  }

  async ofOss(tx: Tx, range: DateRange): Promise<VatCountrySums[]> {
    refuseUnfitRange(range);
    return ossByCountry(tx, range);
  }

  async ofEuPurchases(tx: Tx, range: DateRange): Promise<VatCountrySums[]> {
    refuseUnfitRange(range);
    const { countryCode, baseCurrency } = tx.company;
    return euPurchases(await purchasesByOrigin(tx, range), countryCode, baseCurrency);
  }
}
