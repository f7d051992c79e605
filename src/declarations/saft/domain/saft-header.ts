import { xmlText, type XmlMembers } from '../../../shared/xml';
import type { SaftDataType, SaftPeriod } from './saft-order';
import { addressStructure, type SaftAddress } from './saft-parties';
import type { Texts, Warnings } from './saft-values';

export interface SaftCompany {
  name: string;
  code: string;
  vatCode: string | null;
  countryCode: string;
  baseCurrency: string;
  isVatPayer: boolean;
  /** First and last day as a VAT payer; null: not known, or still one. */
  vatPayerFrom: string | null;
  vatPayerTo: string | null;
  address: SaftAddress | null;
  /** Who answers for the books. */
  contactName: string | null;
  phone: string | null;
  email: string | null;
  ibans: string[];
}

export interface SaftHeader {
  company: SaftCompany;
  period: SaftPeriod;
  fiscalYear: SaftPeriod;
  dataType: SaftDataType;
  /** ISO 8601 instant. */
  createdAt: string;
  softwareVersion: string;
}

/** Names the unit whose data these are; a corrected file repeats it, so it never changes. */
const ENTITY = 'GAPLESS';

/** Whether documents of a day are those of a VAT payer. Days as YYYY-MM-DD. */
export function isVatPayerOn(
  { isVatPayer, vatPayerFrom, vatPayerTo }: Pick<SaftCompany, 'isVatPayer' | 'vatPayerFrom' | 'vatPayerTo'>,
  day: string,
): boolean {
  return isVatPayer && day >= (vatPayerFrom ?? day) && day <= (vatPayerTo ?? day);
}

/** What the schema wants and the company's profile lacks stays empty, with a warning that says what to complete. */
export function headerElement(header: SaftHeader, texts: Texts, warnings: Warnings): XmlMembers {
  const { company, period, fiscalYear } = header;
  warnOfGaps(company, warnings);
  return {
    AuditFileVersion: '2.01',
    AuditFileCountry: 'LT',
    AuditFileDateCreated: header.createdAt,
    SoftwareCompanyName: 'Gapless',
    SoftwareID: 'Gapless',
    SoftwareVersion: texts.of('short', header.softwareVersion),
    Company: companyElement(company, texts),
    DefaultCurrencyCode: company.baseCurrency,
    SelectionCriteria: {
      SelectionStartDate: period.fromDate,
      SelectionEndDate: period.toDate,
      PeriodStart: period.fromDate,
      PeriodEnd: period.toDate,
    },
    TaxAccountingBasis: 'K',
    FiscalYearFrom: fiscalYear.fromDate,
    FiscalYearTo: fiscalYear.toDate,
    Entity: ENTITY,
    DataType: header.dataType,
    NumberOfParts: '1',
    PartNumber: '1',
  };
}

function companyElement(company: SaftCompany, texts: Texts): XmlMembers {
  const [firstName = '', ...otherNames] = (company.contactName ?? '').trim().split(/\s+/);
  return {
    RegistrationNumber: texts.of('middle', company.code),
    Name: texts.of('name', company.name),
    Address: addressStructure(company.address, company.countryCode, 'BA', texts),
    Contact: {
      ContactPerson: {
        FirstName: texts.of('middle', firstName),
        LastName: texts.of('name', otherNames.join(' ')),
      },
      Telephone: texts.of('short', company.phone),
      Email: company.email === null ? undefined : texts.of('name', company.email),
    },
    TaxRegistration:
      company.vatCode === null
        ? undefined
        : { TaxRegistrationNumber: texts.of('middle', company.vatCode), TaxType: 'PVM', Country: 'LT' },
    BankAccount: company.ibans.map(iban => ({ IBANNumber: texts.of('middle', iban) })),
  };
}

function warnOfGaps({ name, address, contactName, phone }: SaftCompany, warnings: Warnings): void {
  const complete = 'complete it (account/companies/update)';
  if (!address?.city || !address.postalCode)
    warnings.add(`${xmlText(name)} has no address with city and postal code: ${complete}.`);
  if (!contactName || !phone)
    warnings.add(`${xmlText(name)} names no bookkeeper with a telephone number: ${complete}.`);
}
