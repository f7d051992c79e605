import { refuse } from '../../../shared/domain-error';
import { DPHDP3 } from './dphdp3';
import { DPH_SK } from './dph-sk';
import { FR0600 } from './fr0600';
import type { VatReturnPack } from './vat-return-pack';

/** The returns there are, one to a country. */
export const VAT_RETURN_PACKS: readonly VatReturnPack[] = [FR0600, DPHDP3, DPH_SK];

/** @throws DomainError `not_supported` for a country without a pack */
export function packOf(countryCode: string): VatReturnPack {
  const pack = VAT_RETURN_PACKS.find(candidate => candidate.countryCode === countryCode);
  if (pack) return pack;
  return refuse(
    'not_supported',
    `There is no VAT return of ${countryCode} here; declarations/eu/vat-return/packs/list names those there are.`,
    { fieldErrors: { countryCode: ['has no VAT return here'] } },
  );
}
