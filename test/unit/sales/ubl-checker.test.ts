import { readdirSync, readFileSync } from 'node:fs';
import { brokenRules } from '../../support/ubl-checker';
import { UBL_DOCUMENTS } from '../../support/ubl-documents';
import { describeWithSchemas, schemaPath, validateAllInBackground } from '../../support/xml-schema';

const FOLDER = 'examples-ubl/peppol';
const example = (name: string): string => readFileSync(schemaPath(`${FOLDER}/${name}.xml`), 'utf8');

describeWithSchemas('the checker of business rules', () => {
  const names = () => readdirSync(schemaPath(FOLDER)).map(file => file.replace(/\.xml$/, ''));

  it('finds nothing wrong with the published examples', async () => {
    const found = names().flatMap(name => brokenRules(example(name)).map(rule => `${name}: ${rule}`));
    expect(found).toEqual([]);
    expect(names().length).toBeGreaterThanOrEqual(8);
    const invoices = names().filter(name => !name.includes('creditnote'));
    const results = await validateAllInBackground(invoices.map(example), 'ubl21/maindoc/UBL-Invoice-2.1.xsd');
    expect(results.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it.each(['Invoice', 'CreditNote'])('is tried with documents that are valid: %s', async root => {
    const documents = Object.values(UBL_DOCUMENTS).filter(xml => xml.includes(`<${root} `));
    expect(documents.length).toBeGreaterThan(0);
    const results = await validateAllInBackground(documents, `ubl21/maindoc/UBL-${root}-2.1.xsd`);
    expect(results.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
