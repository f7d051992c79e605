import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  registerDecorator,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { parseCalendarDate } from '../../shared/calendar-date';
import { decimalPlaces, parseDecimal } from '../../shared/decimal';
import { isUuid } from '../../shared/ids';
import { JsonNumber } from './json-body';

/**
 * One decorator per member of a request or response: it validates and documents at once, so that the two cannot differ.
 * Every text has a longest length; amounts and dates are strings (see docs/api-conventions.md).
 */
interface Common {
  description?: string;
  example?: unknown;
  /** May be left out of a request; in an update that means "unchanged". */
  optional?: boolean;
  /** May be `null`: in a response "empty", in an update "clear". */
  nullable?: boolean;
  /** Ours, not the contract's. */
  addition?: boolean;
}

export const Field = {
  /**
   * Text with something to be seen in it and without control characters (line breaks and tabs are allowed). `trimmed` takes
   * outer white space off: of what is compared, such as a number or a key.
   */
  text: (options: Common & { max?: number; min?: number; trimmed?: boolean } = {}) =>
    field(
      'text',
      options,
      { type: 'string', minLength: options.min ?? 1, maxLength: options.max ?? 250 },
      ...(options.trimmed ? [Transform(({ value }) => trimmed(value))] : []),
      IsString({ message: 'must be a text' }),
      MinLength(options.min ?? 1, { message: 'must not be empty' }),
      MaxLength(options.max ?? 250, { message: `must have at most ${options.max ?? 250} characters` }),
      satisfies(
        'noControlCharacters',
        value => typeof value !== 'string' || !CONTROL.test(value),
        'holds a control character',
      ),
      satisfies(
        'hasVisibleCharacter',
        value => typeof value !== 'string' || value === '' || VISIBLE.test(value),
        'must not consist of blanks only',
      ),
    ),

  id: (options: Common = {}) =>
    field(
      'id',
      options,
      { type: 'string', format: 'uuid' },
      Transform(({ obj, key }) => lowerCased((obj as Record<string, unknown>)[key])),
      satisfies('isId', value => typeof value === 'string' && isUuid(value), 'must be an id (UUID)'),
    ),

  /** Calendar date, 'YYYY-MM-DD'. */
  date: (options: Common = {}) =>
    field(
      'date',
      options,
      { type: 'string', format: 'date', example: options.example ?? '2026-07-01' },
      satisfies(
        'isDate',
        value => typeof value === 'string' && parseCalendarDate(value) !== null,
        'must be a date that exists, as YYYY-MM-DD',
      ),
    ),

  /** Instant, ISO 8601 in UTC (responses only). */
  instant: (options: Common = {}) => field('instant', options, { type: 'string', format: 'date-time' }),

  /** Decimal string; `places` is the most decimals accepted. */
  decimal: (options: Common & { places?: number; min?: string; max?: string } = {}) =>
    field(
      'decimal',
      options,
      { type: 'string', example: options.example ?? '12.50' },
      ...decimalChecks(options),
    ),

  /** Like decimal, but a JSON number is taken too, by its digits (the contract allows it for quantities). */
  quantity: (options: Common & { places?: number } = {}) =>
    field(
      'decimal',
      options,
      { oneOf: [{ type: 'string' }, { type: 'number' }], example: options.example ?? '2' },
      Transform(({ obj, key }) => digitsOf((obj as Record<string, unknown>)[key])),
      ...decimalChecks(options),
    ),

  integer: (options: Common & { min?: number; max?: number } = {}) =>
    field(
      'integer',
      options,
      { type: 'integer', minimum: options.min, maximum: options.max },
      Transform(({ obj, key }) => wholeNumberOf((obj as Record<string, unknown>)[key])),
      IsInt({ message: 'must be a whole number' }),
      Min(options.min ?? Number.MIN_SAFE_INTEGER, { message: `must be at least ${options.min}` }),
      Max(options.max ?? Number.MAX_SAFE_INTEGER, { message: `must be at most ${options.max}` }),
    ),

  boolean: (options: Common = {}) =>
    field('boolean', options, { type: 'boolean' }, IsBoolean({ message: 'must be true or false' })),

  oneOf: (values: readonly string[], options: Common = {}) =>
    field(
      'text',
      options,
      { type: 'string', enum: [...values] },
      IsIn(values, { message: `must be one of ${values.join(', ')}` }),
    ),

  /** A nested object. */
  object: (type: () => Constructor, options: Common = {}) =>
    field(
      { kind: 'object', type },
      options,
      documentedAs(type),
      IsObject({ message: 'must be an object' }),
      ValidateNested(),
      Type(type),
    ),

  /** A list of nested objects. */
  list: (type: () => Constructor, options: Common & { min?: number; max?: number } = {}) =>
    field(
      { kind: 'list', type },
      options,
      { ...documentedAs(type), isArray: true, minItems: options.min, maxItems: options.max },
      ...listChecks(options),
      ValidateNested({ each: true, message: 'must be an object' }),
      Type(type),
    ),

  /** A list of texts. */
  texts: (options: Common & { min?: number; max?: number; values?: readonly string[] } = {}) =>
    field(
      'other',
      options,
      { type: 'array', items: { type: 'string', ...(options.values && { enum: [...options.values] }) } },
      ...listChecks(options),
      IsString({ each: true, message: 'must hold texts' }),
      MaxLength(250, { each: true, message: 'holds a text of more than 250 characters' }),
      ...(options.values
        ? [IsIn(options.values, { each: true, message: `must hold only ${options.values.join(', ')}` })]
        : []),
    ),

  /** A map of short texts. */
  map: (options: Common = {}) =>
    field(
      'other',
      options,
      { type: 'object', additionalProperties: { type: 'string', nullable: true } },
      IsObject({ message: 'must be an object' }),
      satisfies('isTextMap', isTextMap, 'must hold at most 100 texts of at most 1000 characters'),
    ),

  /** A member of the contract whose effect we lack: 422 `not_supported` names it. */
  notSupported: (options: Pick<Common, 'description'> = {}) =>
    field(
      'other',
      {
        optional: true,
        nullable: true,
        description: ['Not supported: only null is taken.', options.description].filter(Boolean).join(' '),
      },
      { type: 'null' },
      satisfies(NOT_SUPPORTED, () => false, 'is not supported'),
    ),

  /** Anything; the handler judges it. */
  any: (options: Common & { schema?: ApiPropertyOptions } = {}) =>
    field(
      'other',
      options,
      options.schema ?? { type: 'object', additionalProperties: true },
      satisfies('isAny', () => true, ''),
    ),
};

type Constructor = new () => object;

/** The name of the check that nothing passes; the pipe makes a reason of its own of it. */
export const NOT_SUPPORTED = 'notSupported';

/** Control characters but tab, line feed and carriage return. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** A character that is neither white space nor invisible (zero width, direction marks, fillers). */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** The generator tells a function that gives a class from a class by the function's name, which must be `type`. */
function documentedAs(of: () => Constructor): { type: () => Constructor } {
  return { type: () => of() };
}

/** What a member holds; of an object or a list, what is in it. */
export type MemberKind =
  | 'text'
  | 'id'
  | 'date'
  | 'instant'
  | 'decimal'
  | 'integer'
  | 'boolean'
  | 'other'
  | { kind: 'object' | 'list'; type: () => Constructor };

const MEMBERS = 'gapless:members';

/** The members of a request or response, by name, in the order in which they are declared, those of its base class first. */
export function membersOf(type: Constructor): ReadonlyMap<string, MemberKind> {
  const members = new Map<string, MemberKind>();
  const chain: object[] = [];
  for (
    let each = type.prototype as object;
    each !== Object.prototype;
    each = Object.getPrototypeOf(each) as object
  )
    chain.unshift(each);
  for (const each of chain) {
    const own = Reflect.getOwnMetadata(MEMBERS, each) as Map<string, MemberKind> | undefined;
    own?.forEach((kind, name) => members.set(name, kind));
  }
  return members;
}

/** Says of what kind a member is. */
function memberOf(kind: MemberKind): PropertyDecorator {
  return (target, name) => {
    const own = (Reflect.getOwnMetadata(MEMBERS, target) as Map<string, MemberKind> | undefined) ?? new Map();
    Reflect.defineMetadata(MEMBERS, own.set(name, kind), target);
  };
}

function field(
  kind: MemberKind,
  options: Common,
  schema: object,
  ...checks: PropertyDecorator[]
): PropertyDecorator {
  const documented = ApiProperty({
    ...schema,
    description:
      [options.description, options.addition && 'Addition to the Nordlet contract.']
        .filter(Boolean)
        .join(' ') || undefined,
    ...(options.example !== undefined && { example: options.example }),
    required: !options.optional,
    nullable: options.nullable,
  });
  return applyDecorators(documented, memberOf(kind), ...presence(options), ...checks);
}

/** class-validator's IsOptional lets null pass as well; only what says `nullable` takes null. */
function presence(options: Common): PropertyDecorator[] {
  if (options.optional && options.nullable) return [IsOptional()];
  if (options.optional) return [ValidateIf((_, value) => value !== undefined)];
  if (options.nullable) return [ValidateIf((_, value) => value !== null)];
  return [];
}

function listChecks(options: { min?: number; max?: number }): PropertyDecorator[] {
  return [
    IsArray({ message: 'must be a list' }),
    ArrayMinSize(options.min ?? 0, { message: `must have at least ${options.min} element(s)` }),
    ArrayMaxSize(options.max ?? 1000, { message: `must have at most ${options.max ?? 1000} elements` }),
  ];
}

function decimalChecks(options: { places?: number; min?: string; max?: string }): PropertyDecorator[] {
  const within = (value: unknown, judge: (text: string) => boolean): boolean =>
    typeof value !== 'string' || parseDecimal(value) === null || judge(value);
  const { places, min, max } = options;
  return [
    satisfies(
      'isDecimal',
      value => typeof value === 'string' && parseDecimal(value) !== null,
      'must be a decimal string such as "12.50"',
    ),
    ...(places === undefined
      ? []
      : [
          satisfies(
            'maxPlaces',
            value => within(value, text => decimalPlaces(text) <= places),
            `must have at most ${places} decimals`,
          ),
        ]),
    ...(min === undefined
      ? []
      : [
          satisfies(
            'minDecimal',
            value => within(value, text => parseDecimal(text)!.gte(min)),
            `must be at least ${min}`,
          ),
        ]),
    ...(max === undefined
      ? []
      : [
          satisfies(
            'maxDecimal',
            value => within(value, text => parseDecimal(text)!.lte(max)),
            `must be at most ${max}`,
          ),
        ]),
  ];
}

function satisfies(name: string, check: (value: unknown) => boolean, message: string): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: propertyName as string,
      validator: { validate: check, defaultMessage: () => message },
    });
}

function digitsOf(value: unknown): unknown {
  if (value instanceof JsonNumber) return value.digits;
  return typeof value === 'number' ? String(value) : value;
}

/** 30.0 and 3e1 are the number 30; the fingerprint of a payload says the same. */
function wholeNumberOf(value: unknown): unknown {
  return value instanceof JsonNumber ? (value.whole() ?? value) : value;
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

function lowerCased(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function isTextMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const texts = Object.values(value);
  return (
    texts.length <= 100 &&
    texts.every(
      text => text === null || (typeof text === 'string' && text.length <= 1000 && !CONTROL.test(text)),
    )
  );
}
