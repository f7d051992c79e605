import { SaxesParser } from 'saxes';
import { refuseStatement } from './bank-statement';

/** An element with what it holds. Names are without prefix. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

/** Called when an element of this path is complete; it is forgotten afterwards, so a long file needs little memory. */
interface XmlHandlers {
  /** The namespace of the root element. */
  root: (namespace: string) => void;
  /** Every child of an element named `parent`. */
  child: (element: XmlElement) => void;
  /** The parent element itself, begun and ended. */
  begin: () => void;
  end: () => void;
}

const CHUNK = 1 << 16;

/**
 * Reads a document piece by piece: every child of the elements named `parent` is handed over whole. A document type
 * declaration is refused, so no entity but the five of XML is ever expanded and nothing outside is read.
 * @throws DomainError `statement_refused` for what is not well-formed
 */
export function readXml(text: string, parent: string, handlers: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let isRoot = true;
  let inParent = false;
  parser.on('error', error => refuseStatement(`The file is not well-formed XML: ${error.message}.`));
  parser.on('doctype', () => refuseStatement('The file has a document type declaration, which is refused.'));
  parser.on('opentag', tag => {
    if (isRoot) handlers.root(tag.uri);
    isRoot = false;
    if (inParent) {
      const attributes = Object.fromEntries(
        Object.values(tag.attributes).map(({ local, value }) => [local, value]),
      );
      const element = { name: tag.local, attributes, text: '', children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    } else if (tag.local === parent) {
      inParent = true;
      handlers.begin();
    }
  });
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element && open.length === 0) handlers.child(element);
    if (!element && inParent) {
      inParent = false;
      handlers.end();
    }
  });
  for (let start = 0; start < text.length; start += CHUNK) parser.write(text.slice(start, start + CHUNK));
  parser.close();
}

/** The first element at a path of names below `element`. */
export function at(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (found, name) => found?.children.find(child => child.name === name),
    element,
  );
}

export function textAt(element: XmlElement | undefined, ...path: string[]): string | null {
  const text = at(element, ...path)?.text.trim();
  return text === undefined || text === '' ? null : text;
}

/** All children of a name. */
export function all(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter(child => child.name === name) ?? [];
}
