import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import { refuseField } from '../../../shared/domain-error';
import { isMemberState } from '../../../shared/eu-vat-area';
import { isVatPayerOn } from '../../../shared/vat-payer';
import { smeExemptionNumber } from '../../../account';
import { partnerSnapshot, type PartnerSnapshot } from '../../../partners';
import type { Tx } from '../../../platform/database';
import { euVatRates } from '../../rates/data/eu-vat-rates';
import { ratesNotes, type EuVatRate } from '../../rates/domain/eu-vat-rate';
import { resolveVat } from '../domain/resolve-vat';
import type { SupplyType, VatQuestion, VatTreatment } from '../domain/vat-question';

/** What is known of a sale; what is missing is assumed, and said so. */
export interface AskedSale {
  partnerId?: string;
  /** Before the partner's own, as is `customerIsBusiness`. */
  customerCountryCode?: string;
  customerIsBusiness?: boolean;
  supplyType?: SupplyType;
  date?: CalendarDate;
  belowDistanceSalesThreshold?: boolean;
  facilitatedByMarketplace?: boolean;
  actingAsMarketplace?: boolean;
  sellerEstablishedInEu?: boolean;
  importedConsignmentValueEur?: Decimal;
}

export interface ResolvedVat extends VatTreatment {
  /** Of the state whose VAT it is, on the day; none where the document carries no VAT. */
  rates: EuVatRate[];
}

/**
 * Says how the VAT of a sale of this company would be treated on a day, and at which rates. It decides nothing: a document has
 * the scheme that its author gives it.
 * @throws DomainError `not_found`; `invalid_request` where neither partner nor country is given
 */
@Injectable()
export class ResolveVat {
  async execute(tx: Tx, asked: AskedSale): Promise<ResolvedVat> {
    if (asked.facilitatedByMarketplace && asked.actingAsMarketplace)
      refuseField('actingAsMarketplace', 'give this or facilitatedByMarketplace, not both');
    if (asked.partnerId === undefined && asked.customerCountryCode === undefined)
      refuseField('customerCountryCode', 'is missing (or give partnerId)');
    const [partner, smeNumber] = await Promise.all([
      asked.partnerId === undefined ? null : partnerSnapshot(tx, asked.partnerId, 'partnerId'),
      smeExemptionNumber(tx),
    ]);
    const day = asked.date ?? tx.today;
    const treatment = resolveVat(questionOf(tx, asked, day, { partner, smeNumber }));
    const { vatCountryCode } = treatment;
    const rates =
      vatCountryCode === null ? [] : await euVatRates(tx, { countryCode: vatCountryCode, on: day });
    return {
      ...treatment,
      rates,
      notes: [
        ...(asked.supplyType === undefined ? ['No supplyType is given: taken to be goods.'] : []),
        ...treatment.notes,
        ...(vatCountryCode === null ? [] : ratesNotes(rates, vatCountryCode, day)),
      ],
    };
  }
}

function questionOf(
  tx: Tx,
  asked: AskedSale,
  day: CalendarDate,
  known: { partner: PartnerSnapshot | null; smeNumber: string | null },
): VatQuestion {
  const { countryCode } = tx.company;
  const { partner } = known;
  return {
    seller: {
      countryCode,
      isVatPayer: isVatPayerOn(day, tx.company),
      smeExemptionNumber: known.smeNumber,
      isEstablishedInEu: asked.sellerEstablishedInEu ?? isMemberState(countryCode),
    },
    buyer: {
      countryCode: asked.customerCountryCode ?? partner?.countryCode ?? null,
      isBusiness:
        asked.customerIsBusiness ??
        (partner !== null && (partner.type === 'company' || partner.vatCode !== null)),
      vatNumber: partner === null ? undefined : partner.vatCode,
      isVatNumberValid: partner?.vatValid ?? null,
    },
    supplyType: asked.supplyType ?? 'goods',
    isBelowThreshold: asked.belowDistanceSalesThreshold,
    isThroughMarketplace: asked.facilitatedByMarketplace ?? false,
    isMarketplace: asked.actingAsMarketplace ?? false,
    importedValueEur: asked.importedConsignmentValueEur ?? null,
  };
}
