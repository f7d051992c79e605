import { Decimal, sumOf } from '../../../shared/decimal';
import { xmlDocument, type XmlMembers } from '../../../shared/xml';
import { placeOf, type PlacementRules } from '../vat-return/placement';
import { isTaxedElsewhere, type RegisteredVat } from '../vat-return/vat-movement';
import { cents } from './statement-documents';

const NAMESPACE = 'https://ekr.financnasprava.sk/Formulare/XSD/kv_dph_2025.xsd';
const SECTIONS = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'D2'] as const;
type Section = (typeof SECTIONS)[number];

export interface KvdphInput {
  company: { name: string; vatCode: string | null };
  year: number;
  /** Of a monthly statement; a quarterly one has `quarter`. */
  month?: number;
  quarter?: number;
}

export interface Kvdph {
  /** Rows by section; in D2 those that are summed. */
  counts: Record<Section, number>;
  warnings: string[];
  xml: string;
}

/**
 * The Slovak control statement KV DPH (KVDPH_2025) of a period: one row to a document and rate. Experimental: names as
 * published software writes them. Simplified receipts (B.3) and cash registers (D.1) are not known apart here.
 */
export function buildKvdph(
  input: KvdphInput,
  register: readonly RegisteredVat[],
  rules: PlacementRules,
): Kvdph {
  const warnings = new Set<string>();
  const parts = new Map<Section, RegisteredVat[]>(SECTIONS.map(section => [section, []]));
  for (const row of register) {
    const section = sectionOf(row, rules);
    if (section !== null) parts.get(section)!.push(row);
  }
  const rows = (section: Section, line: (row: RegisteredVat) => XmlMembers): XmlMembers[] =>
    parts.get(section)!.map(line);
  const numberOf = (row: RegisteredVat): string => partnerNumber(row, warnings);
  const supplied = (row: RegisteredVat): XmlMembers => ({
    '@F': documentNumber(row.documentNumber),
    '@Den': row.taxPointDate,
    '@Z': cents(row.net),
  });
  const received = (row: RegisteredVat): XmlMembers => ({
    '@Dod': numberOf(row),
    ...supplied(row),
    '@D': cents(taxOfRow(row)),
    '@S': row.ratePercent,
    '@O': cents(row.deductibleVat),
  });
  const corrected = (row: RegisteredVat): XmlMembers => ({
    '@FO': documentNumber(row.documentNumber),
    '@FP': originalNumber(row, warnings),
    '@ZR': cents(row.net),
    '@DR': cents(taxOfRow(row)),
    '@S': row.ratePercent,
  });
  const xml = xmlDocument(
    'KVDPH_2025',
    { xmlns: NAMESPACE },
    {
      Identifikacia: identification(input, warnings),
      Transakcie: {
        A1: rows('A1', row => ({
          '@Odb': numberOf(row),
          ...supplied(row),
          '@D': cents(row.vat),
          '@S': row.ratePercent,
        })),
        A2: rows('A2', row => ({ '@Odb': numberOf(row), ...supplied(row) })),
        B1: rows('B1', received),
        B2: rows('B2', received),
        C1: rows('C1', row => ({ '@Odb': numberOf(row), ...corrected(row) })),
        C2: rows('C2', row => ({
          '@Dod': numberOf(row),
          ...corrected(row),
          '@OR': cents(row.deductibleVat),
        })),
        D2: otherSupplies(parts.get('D2')!),
      },
    },
  );
  const counts = Object.fromEntries(SECTIONS.map(section => [section, parts.get(section)!.length])) as Record<
    Section,
    number
  >;
  return { counts, warnings: [...warnings], xml };
}

/** Supplies to the Union, exports and exempt ones are in no section; buyers without a VAT number are in D.2. */
function sectionOf(row: RegisteredVat, rules: PlacementRules): Section | null {
  if (row.side === 'sales') {
    if (isTaxedElsewhere(row, rules.home)) return null;
    const { boxes, code } = placeOf(row, rules);
    if (code?.code === 'SK69') return row.isCreditNote ? 'C1' : 'A2';
    if (boxes.vat === undefined) return null;
    if (row.partnerVatCode === null) return 'D2';
    return row.isCreditNote ? 'C1' : 'A1';
  }
  if (!row.selfAssessedVat.isZero()) return row.isCreditNote ? 'C2' : 'B1';
  if (row.deductibleVat.isZero()) return null;
  return row.isCreditNote ? 'C2' : 'B2';
}

function taxOfRow({ vat, selfAssessedVat }: RegisteredVat): Decimal {
  return vat.plus(selfAssessedVat);
}

function identification({ company, year, month, quarter }: KvdphInput, warnings: Set<string>): XmlMembers {
  if (!/^SK\d{10}$/.test(company.vatCode ?? ''))
    warnings.add('The company has no Slovak VAT number (SK and 10 digits); the statement needs it.');
  warnings.add('Stat, Obec and further address of the taxpayer are not known here; add them before filing.');
  return {
    IcDphPlatitela: company.vatCode ?? '',
    Druh: 'R',
    Obdobie: {
      Rok: String(year),
      Mesiac: month === undefined ? undefined : String(month),
      Stvrtrok: quarter === undefined ? undefined : String(quarter),
    },
    Nazov: company.name,
    Stat: 'Slovensko',
    Obec: '',
  };
}

/** Z and D at 23 %, ZZn and DZn at the reduced rates. */
function otherSupplies(rows: readonly RegisteredVat[]): XmlMembers | undefined {
  if (rows.length === 0) return undefined;
  const standard = rows.filter(row => row.ratePercent === '23');
  const reduced = rows.filter(row => row.ratePercent !== '23');
  const net = (of: readonly RegisteredVat[]): string => cents(sumOf(of.map(row => row.net)));
  const tax = (of: readonly RegisteredVat[]): string => cents(sumOf(of.map(row => row.vat)));
  return { '@Z': net(standard), '@D': tax(standard), '@ZZn': net(reduced), '@DZn': tax(reduced) };
}

/** A document number has no white space in this statement. */
function documentNumber(text: string): string {
  return text.replace(/\s/g, '').slice(0, 32);
}

function partnerNumber(row: RegisteredVat, warnings: Set<string>): string {
  if (row.partnerVatCode === null)
    warnings.add(`${row.documentNumber}: ${row.partnerName} has no VAT number.`);
  return row.partnerVatCode?.replace(/\s/g, '') ?? '';
}

function originalNumber(row: RegisteredVat, warnings: Set<string>): string {
  if (row.correctedNumber === null)
    warnings.add(`${row.documentNumber} names no document that it corrects; the statement needs it.`);
  return documentNumber(row.correctedNumber ?? '');
}
