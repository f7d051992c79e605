/** A field of the settings of an authority's system. */
export interface SystemField {
  key: string;
  kind: 'text' | 'secret' | 'select';
  multiline: boolean | null;
  options: string[] | null;
}

/** A system of a tax authority that declarations go to. Nothing is sent there by us: files are handed over by people. */
export interface DeclarationSystem {
  system: string;
  country: string;
  title: string;
  fields: SystemField[];
}

const text = (key: string): SystemField => ({ key, kind: 'text', multiline: null, options: null });
const secret = (key: string): SystemField => ({ key, kind: 'secret', multiline: null, options: null });

/** The header of i.SAF names the software and who made it (0 to 256 characters each). */
export const DECLARATION_SYSTEMS: readonly DeclarationSystem[] = [
  {
    system: 'lt-isaf',
    country: 'LT',
    title: 'i.SAF, registers of VAT invoices (i.MAS of the State Tax Inspectorate)',
    fields: [text('softwareCompanyName'), text('softwareName'), secret('webServiceToken')],
  },
];
