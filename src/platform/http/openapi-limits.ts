/** The part of the OpenAPI document that is read here. */
interface Document {
  paths: object;
  components?: { schemas?: Record<string, object> };
}

interface Operation {
  requestBody?: unknown;
}

/** What a text of a request must keep to; the classes of answers have them only because they share the decorators. */
const LIMITS_OF_TEXT = ['minLength', 'maxLength', 'pattern'];

/** Takes the limits of texts off what only answers hold: what was stored or made (a file, a reason, a name) is as long as it is. */
export function takeLimitsOffAnswers({ paths, components }: Document): void {
  const schemas = components?.schemas ?? {};
  const requested = new Set<string>();
  for (const path of Object.values(paths) as Record<string, Operation>[])
    for (const { requestBody } of Object.values(path)) collectSchemas(requestBody, schemas, requested);
  for (const [name, schema] of Object.entries(schemas)) if (!requested.has(name)) takeLimitsOff(schema);
}

/** The names of the schemas that something refers to, directly or through another. */
function collectSchemas(node: unknown, schemas: Record<string, object>, found: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  const name = nameOf((node as { $ref?: unknown }).$ref);
  if (name !== undefined && !found.has(name)) {
    found.add(name);
    collectSchemas(schemas[name], schemas, found);
  }
  for (const child of Object.values(node)) collectSchemas(child, schemas, found);
}

function nameOf(reference: unknown): string | undefined {
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined;
}

function takeLimitsOff(schema: object): void {
  const members = schema as Record<string, unknown>;
  // A member of an answer may itself be named so.
  for (const limit of LIMITS_OF_TEXT) if (typeof members[limit] !== 'object') delete members[limit];
  for (const child of Object.values(members))
    if (typeof child === 'object' && child !== null) takeLimitsOff(child);
}
