/** Content of an element: text, nil, repetitions of the element, or its children in order. */
export type XmlContent = string | null | XmlContent[] | XmlChildren;
export interface XmlChildren {
  [name: string]: XmlContent;
}

/** Everything outside the Char production of XML 1.0, section 2.2: not even an escape can carry it. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** What XML can carry of a text. */
export function xmlText(text: string): string {
  return text.replace(NOT_XML, '');
}

/** The file with these elements; they are written in the order of the members. */
export function isafFile(children: XmlChildren): string {
  const root =
    'iSAFFile xmlns="http://www.vmi.lt/cms/imas/isaf" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n${elements(children, '  ')}</iSAFFile>\n`;
}

function elements(children: XmlChildren, indent: string): string {
  return Object.entries(children)
    .map(([name, content]) => element(name, content, indent))
    .join('');
}

function element(name: string, content: XmlContent, indent: string): string {
  if (content === null) return `${indent}<${name} xsi:nil="true"/>\n`;
  if (content === '') return `${indent}<${name}/>\n`;
  if (typeof content === 'string') return `${indent}<${name}>${escaped(content)}</${name}>\n`;
  if (Array.isArray(content)) return content.map(item => element(name, item, indent)).join('');
  return `${indent}<${name}>\n${elements(content, `${indent}  `)}${indent}</${name}>\n`;
}

/** A parser reads a bare carriage return as a line feed (XML 1.0, section 2.11); as a reference it survives. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
