import { Decimal } from '../../../shared/decimal';
import type { XmlMembers } from '../../../shared/xml';
import type { Texts, Warnings } from './saft-values';

export interface SaftTaxCode {
  code: string;
  name: string;
  ratePercent: string | null;
  /** In the authority's classifier; otherwise the company's own. */
  isOfficial: boolean;
}

/** What the authority has for codes that its classifier does not know. */
const OTHER = 'PVM100';

/** The VAT codes of the company; a code without a rate of its own has a nil percentage. */
export function taxTable(codes: readonly SaftTaxCode[], texts: Texts, warnings: Warnings): XmlMembers {
  return {
    TaxTableEntry: {
      TaxType: 'PVM',
      Description: 'Pridėtinės vertės mokestis',
      TaxCodeDetails: {
        TaxCodeDetail: codes.map(({ code, name, ratePercent, isOfficial }) => {
          if (!isOfficial) warnings.add(`VAT codes of the company's own are told as ${OTHER} (other)`, code);
          return {
            TaxCode: texts.of('name', code),
            Description: texts.of('long', name),
            TaxPercentage: ratePercent === null ? null : new Decimal(ratePercent).toFixed(),
            Country: 'LT',
            STITaxCode: isOfficial ? code : OTHER,
          };
        }),
      },
    },
  };
}
