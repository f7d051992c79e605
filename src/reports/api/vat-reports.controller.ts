import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Download, Field, InTx, Read, StreamedFile } from '../../platform/http';
import type { VatSide } from '../domain/vat-register';
import { DownloadVatRegister } from '../use-cases/download-vat-register';
import { ReportVat } from '../use-cases/report-vat';
import { DateRangeRequest } from './reports.request';
import {
  VatCountriesResponse,
  vatCountriesResponse,
  VatDetailResponse,
  vatDetailResponse,
  VatSummaryResponse,
  vatSummaryResponse,
} from './vat-reports.response';

const SIDES = ['sales', 'purchases'] as const;

class VatReportRequest extends DateRangeRequest {
  @Field.oneOf(SIDES, { optional: true, description: 'Default sales.' }) side?: VatSide;
}

class VatRegisterRequest extends DateRangeRequest {
  @Field.oneOf(SIDES) side!: VatSide;
}

@Controller()
export class VatReportsController {
  constructor(
    private readonly reportVat: ReportVat,
    private readonly downloadVatRegister: DownloadVatRegister,
  ) {}

  @Read('reports/vat-summary', {
    summary: 'VAT of sales or purchases by rate',
    request: VatReportRequest,
    response: VatSummaryResponse,
  })
  async summary(@Body() request: VatReportRequest, @InTx() tx: Tx): Promise<VatSummaryResponse> {
    const { side = 'sales' } = request;
    const rows = await this.reportVat.byRate(tx, request, side);
    return vatSummaryResponse(side, request, rows, tx.company.baseCurrency);
  }

  @Read('reports/vat-detail', {
    summary: 'VAT of sales or purchases by document and rate',
    request: VatReportRequest,
    response: VatDetailResponse,
  })
  async detail(@Body() request: VatReportRequest, @InTx() tx: Tx): Promise<VatDetailResponse> {
    const { side = 'sales' } = request;
    const rows = await this.reportVat.byDocument(tx, request, side);
    return vatDetailResponse(side, request, rows, tx.company.baseCurrency);
  }

  @Read('reports/eu-purchases', {
    summary: 'Purchases from suppliers of other EU states by country and rate',
    request: DateRangeRequest,
    response: VatCountriesResponse,
  })
  async euPurchases(@Body() request: DateRangeRequest, @InTx() tx: Tx): Promise<VatCountriesResponse> {
    const rows = await this.reportVat.ofEuPurchases(tx, request);
    return vatCountriesResponse(request, rows, tx.company.baseCurrency);
  }

  @Read('reports/oss', {
    summary: 'Sales under the OSS Union scheme by country and rate',
    request: DateRangeRequest,
    response: VatCountriesResponse,
  })
  async oss(@Body() request: DateRangeRequest, @InTx() tx: Tx): Promise<VatCountriesResponse> {
    const rows = await this.reportVat.ofOss(tx, request);
    return vatCountriesResponse(request, rows, tx.company.baseCurrency);
  }

  @Download('reports/vat-register/download', {
    summary: 'One side of the VAT register as CSV',
    request: VatRegisterRequest,
    contentType: 'text/csv',
    addition: true,
  })
  register(@Body() { side, ...range }: VatRegisterRequest, @InTx() tx: Tx): StreamedFile {
    const name = `vat-register-${side}-${range.fromDate}-${range.toDate}.csv`;
    return new StreamedFile(
      name,
      'text/csv; charset=utf-8',
      this.downloadVatRegister.execute(tx, range, side),
    );
  }
}
