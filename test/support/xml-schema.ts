import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWithPublished, publishedPath } from './published';

const SCHEMAS = 'vat/schemas';

/** Where a file of the schemas folder is. */
export function schemaPath(relativePath: string): string {
  return publishedPath(join(SCHEMAS, relativePath));
}

/** Validates with libxml2 against a schema named relative to the schemas folder, e.g. `isaf/isaf_1_2.xsd`. */
export function validateAgainstSchema(
  xml: string,
  schemaRelativePath: string,
): { valid: boolean; errors: string[] } {
  return runLibxml2('validate', schemaPath(schemaRelativePath), xml) as {
    valid: boolean;
    errors: string[];
  };
}

/** The texts an XPath selects, as an independent parser reads them. `*[local-name()="Name"]` avoids namespaces. */
export function selectTexts(xml: string, xpath: string): string[] {
  return runLibxml2('select', xpath, xml) as string[];
}

/** Like `validateAgainstSchema`, without blocking: for tests whose server lives in this process. */
export async function validateInBackground(
  xml: string,
  schemaRelativePath: string,
): Promise<{ valid: boolean; errors: string[] }> {
  const result = await startLibxml2('validate', schemaPath(schemaRelativePath), xml);
  return result as { valid: boolean; errors: string[] };
}

/** Validates many documents against one schema, which is read once; in their order, without blocking. */
export async function validateAllInBackground(
  documents: string[],
  schemaRelativePath: string,
): Promise<{ valid: boolean; errors: string[] }[]> {
  const schema = schemaPath(schemaRelativePath);
  const results = await startLibxml2('validate-all', schema, JSON.stringify(documents));
  return results as { valid: boolean; errors: string[] }[];
}

/** Like `selectTexts`, without blocking: for tests whose server lives in this process. */
export async function selectInBackground(xml: string, xpath: string): Promise<string[]> {
  return (await startLibxml2('select', xpath, xml)) as string[];
}

/** A `describe` for tests that need the published schemas. */
export function describeWithSchemas(name: string, tests: () => void): void {
  describeWithPublished(SCHEMAS, name, tests);
}

const script = join(__dirname, 'validate-xml.mjs');

async function startLibxml2(
  command: 'validate' | 'validate-all' | 'select',
  argument: string,
  xml: string,
): Promise<unknown> {
  const running = promisify(execFile)(process.execPath, [script, command, argument]);
  running.child.stdin?.end(xml);
  return JSON.parse((await running).stdout);
}

function runLibxml2(command: 'validate' | 'select', argument: string, xml: string): unknown {
  const output = execFileSync(process.execPath, [script, command, argument], {
    input: xml,
    encoding: 'utf8',
  });
  return JSON.parse(output);
}
