import { withoutNull, type DocumentedRoute, type Schema } from './openapi-routes';

/** A member as the contract file writes it. */
interface ContractMember {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'union' | 'any';
  required?: boolean;
  nullable?: boolean;
  enum?: string[];
  fields?: ContractMembers;
  items?: ContractMember;
}
type ContractMembers = Record<string, ContractMember>;

export interface Contract {
  endpoints: Record<string, { scope: string; request: ContractMembers; response: ContractMembers }>;
}

/** Where a client of the contract would stumble over one of our routes. What we add is no business of the contract. */
export function disagreements(route: DocumentedRoute, contract: Contract): string[] {
  const endpoint = contract.endpoints[`/v1/${route.path}`];
  if (endpoint === undefined) return [];
  return [
    ...compare(endpoint.request, route.request, 'request', 'request'),
    ...compare(endpoint.response, route.response, 'response', 'response'),
  ];
}

/** In a request we must take what the contract sends; in a response it must be able to take what we send. */
type Direction = 'request' | 'response';

function compare(members: ContractMembers, schema: Schema, direction: Direction, path: string): string[] {
  const ours = schema.properties ?? {};
  const found = Object.entries(members).flatMap(([name, member]) => {
    const own = ours[name];
    return own === undefined
      ? [`${path}.${name} is missing`]
      : compareMember(member, own, isRequired(schema, name), direction, `${path}.${name}`);
  });
  const demanded =
    direction === 'request' ? (schema.required ?? []).filter(name => members[name]?.required !== true) : [];
  return [...found, ...demanded.map(name => `${path}.${name} is required of the client`)];
}

function isRequired(schema: Schema, name: string): boolean {
  return schema.required?.includes(name) ?? false;
}

function compareMember(
  member: ContractMember,
  own: Schema,
  required: boolean,
  direction: Direction,
  path: string,
): string[] {
  const { nullable, schema } = withoutNull(own);
  const found: string[] = [];
  if (direction === 'response' && member.required && !required) found.push(`${path} may be absent`);
  if (direction === 'response' && nullable && !member.nullable) found.push(`${path} may be null`);
  if (direction === 'request' && member.nullable && !nullable && schema.type !== undefined)
    found.push(`${path} refuses null`);
  if (!suits(member, schema, direction))
    return [...found, `${path} is ${typesOf(schema).join(' or ') || 'anything'} instead of ${member.type}`];
  found.push(...compareEnum(member, schema, direction, path));
  if (member.fields && schema.properties) found.push(...compare(member.fields, schema, direction, path));
  if (member.items && schema.items)
    found.push(...compareMember(member.items, schema.items, true, direction, `${path}[]`));
  return found;
}

/** A request may take more types than the contract sends, a response may be of no other. */
function suits({ type }: ContractMember, schema: Schema, direction: Direction): boolean {
  const own = typesOf(schema).map(name => (type === 'number' && name === 'integer' ? 'number' : name));
  if (type === 'any' || type === 'union') return true;
  return direction === 'request'
    ? own.length === 0 || own.includes(type)
    : own.length > 0 && own.every(name => name === type);
}

function typesOf(schema: Schema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(typesOf);
}

function compareEnum(member: ContractMember, schema: Schema, direction: Direction, path: string): string[] {
  if (member.enum === undefined) return [];
  const [from, to] =
    direction === 'request' ? [member.enum, schema.enum] : [schema.enum ?? ['any text'], member.enum];
  const strange = from.filter(value => value !== null && to !== undefined && !to.includes(value as string));
  return strange.length === 0
    ? []
    : [`${path}: ${direction === 'request' ? 'refuses' : 'may be'} ${strange.join(', ')}`];
}
