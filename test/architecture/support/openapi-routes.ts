/** A schema of the OpenAPI document, as far as these tests read it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

type Kind = 'read' | 'write' | 'phased' | 'inbound';
type Access = 'company' | 'operator' | 'company_or_operator' | 'sender';

export interface Operation {
  parameters?: { name: string; required: boolean; description: string }[];
  'x-kind': Kind;
  'x-scope': string;
  'x-access': Access;
  requestBody: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { $ref?: string; headers?: object; content?: Record<string, { schema: Schema }> }
  >;
}

export interface OpenApiDocument {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Operation['responses'][string]>;
    headers: object;
  };
}

/** A route as the OpenAPI document describes it. */
export interface DocumentedRoute {
  /** Below /v1. */
  path: string;
  kind: Kind;
  scope: string;
  access: Access;
  status: number;
  request: Schema;
  response: Schema;
}

/** The routes of the document; all are POST below /v1. */
export function documentedRoutes(document: OpenApiDocument): DocumentedRoute[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .map(([path, { post }]) => {
      if (post === undefined) throw new Error(`${path} is not documented as POST`);
      // Where both are there, 200 is of what was there already.
      const status = [201, 200].find(code => post.responses[code] !== undefined) ?? 0;
      return {
        path: path.slice('/v1/'.length),
        kind: post['x-kind'],
        scope: post['x-scope'],
        access: post['x-access'],
        status,
        request: schemaOf(post.requestBody.content, document),
        response: schemaOf(post.responses[status]?.content ?? {}, document),
      };
    });
}

function schemaOf(content: Record<string, { schema: Schema }>, document: OpenApiDocument): Schema {
  return resolve(content['application/json']?.schema ?? {}, document, []);
}

/** The schema with references and `allOf` written out; a reference into itself stays open. */
function resolve(schema: Schema, document: OpenApiDocument, trail: string[]): Schema {
  const { $ref, allOf, ...own } = schema;
  if ($ref !== undefined) {
    if (trail.includes($ref)) return {};
    return resolve(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, document, [
      ...trail,
      $ref,
    ]);
  }
  const inner = (child: Schema): Schema => resolve(child, document, trail);
  const merged: Schema = Object.assign({}, own, ...(allOf ?? []).map(inner)) as Schema;
  if (merged.properties)
    merged.properties = Object.fromEntries(
      Object.entries(merged.properties).map(([name, child]) => [name, inner(child)]),
    );
  if (merged.items) merged.items = inner(merged.items);
  if (merged.anyOf) merged.anyOf = merged.anyOf.map(inner);
  if (merged.oneOf) merged.oneOf = merged.oneOf.map(inner);
  return merged;
}

/** Whether `null` is allowed, and what the schema is otherwise. */
export function withoutNull(schema: Schema): { nullable: boolean; schema: Schema } {
  const alternatives = schema.anyOf ?? schema.oneOf;
  const isNull = (one: Schema): boolean => one.type === 'null';
  if (alternatives?.some(isNull)) {
    const rest = alternatives.filter(one => !isNull(one));
    return { nullable: true, schema: rest.length === 1 ? rest[0]! : { anyOf: rest } };
  }
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const rest = schema.type.filter(type => type !== 'null');
    return { nullable: true, schema: { ...schema, type: rest.length === 1 ? rest[0]! : rest } };
  }
  return { nullable: false, schema };
}

/** Paths of the members with a format, with `0` for the elements of lists: `lines.0.itemId`. */
export function membersOfFormat(schema: Schema, format: string, path = ''): string[] {
  const { schema: bare } = withoutNull(schema);
  if (bare.format === format) return [path];
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return [
    ...Object.entries(bare.properties ?? {}).flatMap(([name, child]) =>
      membersOfFormat(child, format, at(name)),
    ),
    ...(bare.items ? membersOfFormat(bare.items, format, at('0')) : []),
  ];
}

/** Where a value departs from its schema: members missing or undocumented, nulls, wrong types. */
export function departures(value: unknown, schema: Schema, path = ''): string[] {
  const { nullable, schema: bare } = withoutNull(schema);
  if (value === null) return nullable || bare.type === undefined ? [] : [`${path} is null`];
  if (Array.isArray(value)) {
    if (bare.type !== undefined && bare.type !== 'array') return [`${path} is a list`];
    return bare.items
      ? value.flatMap((element, index) => departures(element, bare.items ?? {}, `${path}.${index}`))
      : [];
  }
  if (typeof value !== 'object') return departuresOfText(value, bare, path);
  if (bare.properties === undefined) return [];
  const { properties, required = [] } = bare;
  const missing = required.filter(name => !(name in value)).map(name => `${path}.${name} is missing`);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const child = properties[name];
    return child ? departures(member, child, `${path}.${name}`) : [`${path}.${name} is not documented`];
  });
  return [...missing, ...members];
}

function departuresOfText(value: unknown, { type, enum: values }: Schema, path: string): string[] {
  const found = typeof value === 'number' && type !== 'number' ? 'integer' : typeof value;
  if (typeof type === 'string' && type !== found) return [`${path} is a ${found}`];
  return values && !values.includes(value) ? [`${path} is ${String(value)}`] : [];
}
