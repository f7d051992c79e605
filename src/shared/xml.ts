/**
 * What an element holds: text, nothing (null: `xsi:nil`, which needs that prefix declared at the root), repetitions of
 * the element, or members. A member is a child element, left out where it is undefined; one named `@name` is an
 * attribute and `#text` the text of an element with attributes: `{ '@currencyID': 'EUR', '#text': '12.00' }`.
 */
export type XmlContent = string | null | readonly XmlContent[] | XmlMembers;
export interface XmlMembers {
  readonly [name: string]: XmlContent | undefined;
}
type XmlAttributes = Readonly<Record<string, string>>;

/** Everything outside the Char production of XML 1.0, section 2.2: not even an escape can carry it. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
/** Texts of these alone need no look at all. */
const PLAIN = /^[\w .,:;()/+-]*$/;

const INDENT = '  ';

/** What XML can carry of a text. The writer applies it to every text; a caller who wants to warn compares. */
export function xmlText(text: string): string {
  return text.replace(NOT_XML, '');
}

/** A whole document; elements are written in the order of the members. */
export function xmlDocument(root: string, attributes: XmlAttributes, children: XmlMembers): string {
  return `${openDocument(root, attributes)}${xmlElements(children, 1)}${closeElement(root)}`;
}

/** The beginning of a document that is written piece by piece; `closeElement(root)` is its end. */
export function openDocument(root: string, attributes: XmlAttributes = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${written(attributes)}>\n`;
}

/** A start tag on its own line, `depth` elements below the root. */
export function openElement(name: string, depth = 0): string {
  return `${INDENT.repeat(depth)}<${name}>\n`;
}

export function closeElement(name: string, depth = 0): string {
  return `${INDENT.repeat(depth)}</${name}>\n`;
}

/** Whole elements, `depth` elements below the root. */
export function xmlElements(children: XmlMembers, depth = 0): string {
  return elements(children, INDENT.repeat(depth));
}

function elements(children: XmlMembers, indent: string): string {
  let text = '';
  for (const [name, content] of Object.entries(children)) {
    if (content !== undefined && !isMarked(name)) text += element(name, content, indent);
  }
  return text;
}

function element(name: string, content: XmlContent, indent: string): string {
  if (content === null) return `${indent}<${name} xsi:nil="true"/>\n`;
  if (content === '') return `${indent}<${name}/>\n`;
  if (typeof content === 'string') return `${indent}<${name}>${escaped(content)}</${name}>\n`;
  if (isList(content)) return content.map(item => element(name, item, indent)).join('');

  const tag = name + written(attributesOf(content));
  const text = content['#text'];
  if (typeof text === 'string') return `${indent}<${tag}>${escaped(text)}</${name}>\n`;
  const children = elements(content, indent + INDENT);
  if (children === '' && tag !== name) return `${indent}<${tag}/>\n`;
  return `${indent}<${tag}>\n${children}${indent}</${name}>\n`;
}

function isList(content: XmlMembers | readonly XmlContent[]): content is readonly XmlContent[] {
  return Array.isArray(content);
}

function isMarked(name: string): boolean {
  return name.startsWith('@') || name.startsWith('#');
}

function attributesOf(members: XmlMembers): XmlAttributes {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(members)) {
    if (name.startsWith('@') && typeof value === 'string') attributes[name.slice(1)] = value;
  }
  return attributes;
}

function written(attributes: XmlAttributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapedAttribute(value)}"`)
    .join('');
}

/** A parser reads a bare carriage return as a line feed (XML 1.0, section 2.11); as a reference it survives. */
function escaped(text: string): string {
  if (PLAIN.test(text)) return text;
  return xmlText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** In attributes a parser reads line breaks and tabs as spaces (section 3.3.3). */
function escapedAttribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}
