import { Body, Controller } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import { Decimal } from '../../../shared/decimal';
import { VAT_SCHEMES } from '../../../shared/vat-scheme';
import { Tx } from '../../../platform/database';
import { Field, InTx, Read } from '../../../platform/http';
import { VAT_RATE_CATEGORIES } from '../../rates/domain/eu-vat-rate';
import { SUPPLY_TYPES, type SupplyType } from '../domain/vat-question';
import { ResolveVat } from '../use-cases/resolve-vat';

class ResolveVatRequest {
  @Field.id({
    optional: true,
    description: 'The buyer: his country, VAT number and whether he is a business.',
  })
  partnerId?: string;
  @Field.text({
    optional: true,
    min: 2,
    max: 2,
    description: "ISO 3166-1 alpha-2, EL for Greece or XI for Northern Ireland; before the partner's.",
  })
  customerCountryCode?: string;
  @Field.boolean({
    optional: true,
    description:
      "Default: the partner's, who is one if he is a company or has a VAT number; without partner false.",
  })
  customerIsBusiness?: boolean;
  @Field.oneOf(SUPPLY_TYPES, {
    optional: true,
    description: 'digital: telecommunication, broadcasting and electronic services. Default: goods.',
  })
  supplyType?: SupplyType;
  @Field.date({ optional: true, description: 'Tax point. Default: today.' }) date?: CalendarDate;
  @Field.boolean({
    optional: true,
    description:
      'Distance sales and digital services to consumers of other member states stay within 10,000 EUR a year. Default: no.',
  })
  belowDistanceSalesThreshold?: boolean;
  @Field.boolean({ optional: true, description: 'The company sells through a platform.' })
  facilitatedByMarketplace?: boolean;
  @Field.boolean({ optional: true, description: 'The company is the platform, others sell.' })
  actingAsMarketplace?: boolean;
  @Field.boolean({
    optional: true,
    description: 'Whether the seller, of a platform the one who sells through it, is established in the EU.',
  })
  sellerEstablishedInEu?: boolean;
  @Field.decimal({
    optional: true,
    places: 2,
    min: '0',
    max: '999999999999',
    description:
      'Of goods sent to the buyer from outside the EU: value of the consignment in EUR, without VAT.',
    example: '120.00',
  })
  importedConsignmentValueEur?: string;
  @Field.notSupported() serviceKind?: null;
  @Field.notSupported() serviceCountryCode?: null;
  @Field.notSupported() underlyingSupplierGaveVatNumber?: null;
  @Field.notSupported() underlyingSupplierChargesVat?: null;
  @Field.notSupported() goodsKind?: null;
  @Field.notSupported() goodsLocationCountryCode?: null;
}

class ResolvedRate {
  @Field.oneOf(VAT_RATE_CATEGORIES) category!: string;
  @Field.decimal({ example: '21' }) ratePercent!: string;
}

class ResolveVatResponse {
  @Field.oneOf(VAT_SCHEMES) scheme!: string;
  @Field.text({ nullable: true, description: 'The state whose VAT the document carries; `null`: none.' })
  vatCountryCode!: string | null;
  @Field.boolean() reverseCharge!: boolean;
  @Field.boolean({ description: 'The company is taken to be the seller of what is sold on its platform.' })
  deemedSupplier!: boolean;
  @Field.boolean() zeroRated!: boolean;
  @Field.list(() => ResolvedRate, { description: 'Of that state on the day.' }) rates!: ResolvedRate[];
  @Field.text({ max: 500 }) legalBasis!: string;
  @Field.texts({ description: 'What was assumed, what is not certain and what to look at.' })
  notes!: string[];
}

@Controller()
export class VatResolveController {
  constructor(private readonly resolveVat: ResolveVat) {}

  @Read('reference/vat/resolve', {
    summary: 'How the VAT of a sale would be treated',
    request: ResolveVatRequest,
    response: ResolveVatResponse,
  })
  async resolve(@Body() request: ResolveVatRequest, @InTx() tx: Tx): Promise<ResolveVatResponse> {
    const { importedConsignmentValueEur: imported, ...asked } = request;
    const resolved = await this.resolveVat.execute(tx, {
      ...asked,
      importedConsignmentValueEur: imported === undefined ? undefined : new Decimal(imported),
    });
    const rates = resolved.rates.map(({ category, ratePercent }) => ({
      category,
      ratePercent: ratePercent.toFixed(),
    }));
    const { scheme, vatCountryCode, reverseCharge, deemedSupplier, zeroRated, legalBasis, notes } = resolved;
    return { scheme, vatCountryCode, reverseCharge, deemedSupplier, zeroRated, rates, legalBasis, notes };
  }
}
