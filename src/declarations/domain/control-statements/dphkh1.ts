import type { CalendarDate } from '../../../shared/calendar-date';
import { Decimal } from '../../../shared/decimal';
import { xmlDocument, type XmlMembers } from '../../../shared/xml';
import { placeOf, type PlacementRules } from '../vat-return/placement';
import { isTaxedElsewhere, type RegisteredVat } from '../vat-return/vat-movement';
import {
  cents,
  deductionExtent,
  documentsOf,
  netOf,
  taxOf,
  type StatementDocument,
} from './statement-documents';

/** Documents above it, with VAT and whatever their sign, are listed one by one (zákon č. 235/2004 Sb., § 101d). */
const LISTED_ABOVE = new Decimal(10_000);

const SECTIONS = ['A1', 'A2', 'A4', 'A5', 'B1', 'B2', 'B3'] as const;
type Section = (typeof SECTIONS)[number];

export interface Kh1Input {
  company: { name: string; vatCode: string | null };
  year: number;
  /** Of a monthly statement; a quarterly one has `quarter`. */
  month?: number;
  quarter?: number;
  /** Code of the tax office (c_ufo), three digits. */
  taxOffice: string;
}

export interface Kh1 {
  /** Documents by section; in A5 and B3 those that are summed. */
  counts: Record<Section, number>;
  warnings: string[];
  xml: string;
}

/**
 * The Czech control statement DPHKH1 of a period. Sections follow the line of the return under which a row is reported;
 * amounts are in crowns and hellers. Experimental: element and attribute names as published software writes them.
 */
export function buildKh1(input: Kh1Input, register: readonly RegisteredVat[], rules: PlacementRules): Kh1 {
  const warnings: string[] = [];
  const parts = new Map<Section, StatementDocument[]>(SECTIONS.map(section => [section, []]));
  const kinds = new Map<Kind, RegisteredVat[]>();
  for (const row of register) {
    const kind = kindOf(row, rules);
    if (kind !== null) kinds.set(kind, [...(kinds.get(kind) ?? []), row]);
  }
  for (const [kind, rows] of kinds) {
    for (const document of documentsOf(rows)) parts.get(sectionOf(kind, document))!.push(document);
  }
  const lines = (section: Section, line: (document: StatementDocument) => XmlMembers): XmlMembers[] =>
    parts.get(section)!.map((document, index) => ({ '@c_radku': String(index + 1), ...line(document) }));
  const xml = xmlDocument(
    'Pisemnost',
    { nazevSW: 'Gapless' },
    {
      DPHKH1: {
        VetaD: header(input),
        VetaP: taxpayer(input, warnings),
        VetaA1: lines('A1', document => reverseCharge('dic_odb', document, warnings)),
        VetaA2: lines('A2', document => foreignSupply(document, warnings)),
        VetaA4: lines('A4', soldInDetail),
        VetaA5: summed(parts.get('A5')!),
        VetaB1: lines('B1', document => reverseCharge('dic_dod', document, warnings)),
        VetaB2: lines('B2', document => boughtInDetail(document, warnings)),
        VetaB3: summed(parts.get('B3')!),
        VetaC: controlSums(parts),
      },
    },
  );
  const counts = Object.fromEntries(SECTIONS.map(section => [section, parts.get(section)!.length])) as Record<
    Section,
    number
  >;
  return { counts, warnings: [...new Set(warnings)], xml };
}

type Kind = 'A1' | 'A2' | 'sold' | 'B1' | 'bought';

/** The line of the return says the section: 25 is A.1, 3 to 6, 12 and 13 are A.2, 10 and 11 B.1. */
function kindOf(row: RegisteredVat, rules: PlacementRules): Kind | null {
  if (row.side === 'sales' && isTaxedElsewhere(row, rules.home)) return null;
  const { boxes } = placeOf(row, rules);
  const base = boxes.base ?? [];
  if (base.includes('pln_rez_pren')) return 'A1';
  if (base.some(box => /^(p_zb|p_sl)/.test(box))) return 'A2';
  if (base.some(box => box.startsWith('rez_pren'))) return 'B1';
  if (base.some(box => box.startsWith('obrat'))) return 'sold';
  if (boxes.inputVat?.some(box => box.startsWith('odp_tuz')) && !row.deductibleVat.isZero()) return 'bought';
  return null;
}

function sectionOf(kind: Kind, { head, rows }: StatementDocument): Section {
  if (kind !== 'sold' && kind !== 'bought') return kind;
  const isListed = netOf(rows).plus(taxOf(rows)).abs().greaterThan(LISTED_ABOVE) && isCzech(head);
  if (kind === 'sold') return isListed ? 'A4' : 'A5';
  return isListed ? 'B2' : 'B3';
}

function isCzech({ partnerVatCode }: RegisteredVat): boolean {
  return /^CZ\d{8,10}$/.test(partnerVatCode ?? '');
}

function header({ year, month, quarter }: Kh1Input): XmlMembers {
  return {
    '@dokument': 'KH1',
    '@k_uladis': 'DPH',
    '@rok': String(year),
    '@mesic': month === undefined ? undefined : String(month),
    '@ctvrt': quarter === undefined ? undefined : String(quarter),
    '@khdph_forma': 'B',
  };
}

function taxpayer({ company, taxOffice }: Kh1Input, warnings: string[]): XmlMembers {
  const dic = digitsOf(company.vatCode);
  if (!/^\d{8,10}$/.test(dic)) warnings.push('The company has no Czech VAT number; the statement needs it.');
  return { '@c_ufo': taxOffice, '@dic': dic, '@typ_ds': 'P', '@zkrobchjm': company.name };
}

function reverseCharge(
  partner: 'dic_odb' | 'dic_dod',
  { head, rows }: StatementDocument,
  warnings: string[],
): XmlMembers {
  const code = supplyCodeOf(head);
  if (code === undefined)
    warnings.push(
      `${head.documentNumber}: the code of the goods or services (kod_pred_pl) is missing; use a VAT code that ends in it, such as CZ25-4.`,
    );
  return {
    [`@${partner}`]: partnerDigits(head, warnings),
    '@c_evid_dd': head.documentNumber,
    '@duzp': czechDate(head.taxPointDate),
    ...(partner === 'dic_odb' ? { '@zakl_dane1': cents(netOf(rows)) } : byRate(rows)),
    '@kod_pred_pl': code,
  };
}

/** The code stands after the hyphen of the VAT code: CZ10-4 is 4. */
function supplyCodeOf({ taxCode }: RegisteredVat): string | undefined {
  return /-(\d+a?)$/.exec(taxCode ?? '')?.[1];
}

function foreignSupply({ head, rows }: StatementDocument, warnings: string[]): XmlMembers {
  const number = head.partnerVatCode?.replace(/\s/g, '').replace(/^GR/, 'EL') ?? '';
  const prefix = /^[A-Z]{2}/.exec(number)?.[0];
  if (prefix === undefined)
    warnings.push(
      `${head.documentNumber}: ${head.partnerName} has no VAT number; it stays empty in section A.2.`,
    );
  return {
    '@k_stat': prefix,
    '@vatid_dod': prefix === undefined ? undefined : number.slice(2),
    '@c_evid_dd': head.documentNumber,
    '@dppd': czechDate(head.taxPointDate),
    ...byRate(rows),
  };
}

function soldInDetail({ head, rows }: StatementDocument): XmlMembers {
  return {
    '@dic_odb': digitsOf(head.partnerVatCode),
    '@c_evid_dd': head.documentNumber,
    '@dppd': czechDate(head.taxPointDate),
    ...byRate(rows),
    '@kod_rezim_pl': '0',
    '@zdph_44': 'N',
  };
}

function boughtInDetail({ head, rows }: StatementDocument, warnings: string[]): XmlMembers {
  const isPart = deductionExtent(rows) === 'part';
  if (isPart)
    warnings.push(
      `${head.documentNumber} is deducted in part (pomer A); value and tax are those of the whole document, check them.`,
    );
  return {
    '@dic_dod': digitsOf(head.partnerVatCode),
    '@c_evid_dd': head.documentNumber,
    '@dppd': czechDate(head.taxPointDate),
    ...byRate(rows),
    '@pomer': isPart ? 'A' : 'N',
    '@zdph_44': 'N',
  };
}

function summed(documents: StatementDocument[]): XmlMembers | undefined {
  return documents.length === 0 ? undefined : byRate(documents.flatMap(({ rows }) => rows));
}

/** 1 is the standard rate, 2 the reduced one (12 % since 2024). */
function byRate(rows: readonly RegisteredVat[]): XmlMembers {
  const reduced = rows.filter(isReduced);
  const standard = rows.filter(row => !isReduced(row));
  return {
    ...(standard.length > 0 && { '@zakl_dane1': cents(netOf(standard)), '@dan1': cents(taxOf(standard)) }),
    ...(reduced.length > 0 && { '@zakl_dane2': cents(netOf(reduced)), '@dan2': cents(taxOf(reduced)) }),
  };
}

function isReduced({ ratePercent }: RegisteredVat): boolean {
  return ratePercent === '12';
}

/** Sums by which the authority checks the statement against the return. */
function controlSums(parts: ReadonlyMap<Section, StatementDocument[]>): XmlMembers {
  const rows = (...sections: Section[]): RegisteredVat[] =>
    sections.flatMap(section => parts.get(section)!.flatMap(document => document.rows));
  const standard = (...sections: Section[]): string =>
    cents(netOf(rows(...sections).filter(row => !isReduced(row))));
  const reduced = (...sections: Section[]): string => cents(netOf(rows(...sections).filter(isReduced)));
  return {
    '@obrat23': standard('A4', 'A5'),
    '@obrat5': reduced('A4', 'A5'),
    '@pln23': standard('B2', 'B3'),
    '@pln5': reduced('B2', 'B3'),
    '@pln_rez_pren': cents(netOf(rows('A1'))),
    '@rez_pren23': standard('B1'),
    '@rez_pren5': reduced('B1'),
    '@celk_zd_a2': cents(netOf(rows('A2'))),
  };
}

function partnerDigits(head: RegisteredVat, warnings: string[]): string {
  if (!isCzech(head)) warnings.push(`${head.documentNumber}: ${head.partnerName} has no Czech VAT number.`);
  return digitsOf(head.partnerVatCode);
}

function digitsOf(text: string | null): string {
  return (text ?? '').replace(/\D/g, '');
}

/** 2026-03-05 as 05.03.2026. */
function czechDate(day: CalendarDate): string {
  return day.split('-').reverse().join('.');
}
