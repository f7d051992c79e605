import { parseXml, type XmlNode } from './xml-tree';
import { CORE_RULES } from './ubl-core-rules';
import { PEPPOL_RULES } from './ubl-peppol-rules';
import { VAT_RULES } from './ubl-vat-rules';
import { UblDocument, type Rules } from './ubl-rule';

/** Every rule that is checked, by its published name. */
export const UBL_RULES: Rules = {
  ...CORE_RULES,
  ...VAT_RULES,
  ...Object.fromEntries(Object.entries(PEPPOL_RULES).map(([name, rule]) => [`PEPPOL-EN16931-${name}`, rule])),
};

/**
 * Names of the business rules of EN 16931 and Peppol BIS Billing 3.0 that a UBL invoice or credit note breaks, as far as our
 * documents touch them; in the order of the table. `EXACT-VAT` is ours: see there.
 */
export function brokenRules(xml: string): string[] {
  return rulesBrokenBy(parseXml(xml));
}

/** The same of a document that was read already. */
export function rulesBrokenBy(root: XmlNode): string[] {
  const document = new UblDocument(root);
  return Object.entries(UBL_RULES)
    .filter(([, holds]) => !holds(document))
    .map(([name]) => name);
}
