/**
 * Reads an XML document from standard input with libxml2 and prints JSON:
 *
 *   node validate-xml.mjs validate <schema file>   {"valid": boolean, "errors": string[]}
 *   node validate-xml.mjs validate-all <schema file>   the same for each document of a JSON array, in its order
 *   node validate-xml.mjs select <XPath>           string[], the texts of the selected nodes
 *
 * A process of its own, because libxml2-wasm is an ES module with top-level await, which Jest cannot load.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { XmlDocument, XmlParseError, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

function validate(xml, schemaFile) {
  return validatorOf(schemaFile)(xml);
}

function validateAll(json, schemaFile) {
  return JSON.parse(json)
    .map(xml => Buffer.from(xml))
    .map(validatorOf(schemaFile));
}

function validatorOf(schemaFile) {
  // The schema is read first and outside the try: a fault in it is ours, not the document's.
  xmlRegisterFsInputProviders();
  const schema = XmlDocument.fromBuffer(readFileSync(schemaFile), { url: pathToFileURL(schemaFile).href });
  const validator = XsdValidator.fromDoc(schema);
  return xml => {
    try {
      validator.validate(XmlDocument.fromBuffer(xml));
      return { valid: true, errors: [] };
    } catch (error) {
      if (!(error instanceof XmlValidateError || error instanceof XmlParseError)) throw error;
      return { valid: false, errors: error.message.trim().split('\n') };
    }
  };
}

function select(xml, xpath) {
  return XmlDocument.fromBuffer(xml)
    .find(xpath)
    .map(node => node.content);
}

const commands = { validate, 'validate-all': validateAll, select };
const [command, argument] = process.argv.slice(2);
process.stdout.write(JSON.stringify(commands[command](readFileSync(0), argument)));
