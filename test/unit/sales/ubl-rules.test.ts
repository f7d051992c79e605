import { rulesBrokenBy, UBL_RULES } from '../../support/ubl-checker';
import { CORE_MUTATIONS } from '../../support/ubl-core-mutations';
import { OWN_DOCUMENTS, UBL_DOCUMENTS } from '../../support/ubl-documents';
import { PEPPOL_MUTATIONS } from '../../support/ubl-peppol-mutations';
import { has, PUBLISHED_RULES, RULES_OF_OTHERS, UNTOUCHED_RULES } from '../../support/ubl-published';
import { VAT_MUTATIONS } from '../../support/ubl-vat-mutations';
import { parseXml } from '../../support/xml-tree';

const MUTATIONS = [...CORE_MUTATIONS, ...VAT_MUTATIONS, ...PEPPOL_MUTATIONS];
const documents = Object.entries(UBL_DOCUMENTS);
/** Ours, and what the text of the standard says of VAT: to the cent. */
const OWN_RULE = 'EXACT-VAT';

/**
 * The checker of business rules: each of its rules is seen to be kept by a document that has what the rule is about, and to be
 * reported, with nothing else, when just that is made wrong.
 */
describe('a business rule', () => {
  it.each(documents)('is kept by the document %s', (_, xml) => {
    expect(rulesBrokenBy(parseXml(xml))).toEqual([]);
  });

  it.each(MUTATIONS)('%s is broken by a changed document %s', (rule, of, change, ...also) => {
    const root = parseXml(UBL_DOCUMENTS[of]!);
    change(root);
    expect(rulesBrokenBy(root).sort()).toEqual([rule, ...also].sort());
  });

  it('of the checker has a document that breaks it', () => {
    const broken = new Set(MUTATIONS.map(([rule]) => rule));
    expect(Object.keys(UBL_RULES).filter(rule => !broken.has(rule))).toEqual([]);
  });

  it('that is published is checked, or is about what no document of ours has', () => {
    const known = [...Object.keys(UBL_RULES).filter(rule => rule !== OWN_RULE), ...namesOf(UNTOUCHED_RULES)];
    expect(known.sort()).toEqual([...PUBLISHED_RULES].sort());
    const signs = [...UNTOUCHED_RULES, ...RULES_OF_OTHERS].flatMap(entry => entry.signs);
    for (const xml of Object.values(OWN_DOCUMENTS))
      expect(signs.filter(sign => has(parseXml(xml), sign))).toEqual([]);
  });

  it('that our documents touch is broken by a change of one as the product writes it', () => {
    const touched = new Set(MUTATIONS.filter(([, of]) => of in OWN_DOCUMENTS).map(([rule]) => rule));
    const others = Object.keys(UBL_RULES).filter(rule => !touched.has(rule));
    expect(others.sort()).toEqual(namesOf(RULES_OF_OTHERS).sort());
    expect(touched.size).toBe(147);
  });
});

function namesOf(entries: typeof UNTOUCHED_RULES): string[] {
  return entries.flatMap(({ rules }) => rules);
}
