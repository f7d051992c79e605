import { SaxesParser } from 'saxes';
import { Decimal } from '../../src/shared/decimal';

/** An element of a parsed document, with the prefixes as written. Paths are names joined by `/`, `*` for any. */
export class XmlNode {
  readonly children: XmlNode[] = [];
  text = '';

  constructor(
    readonly name: string,
    readonly attributes: Record<string, string>,
    readonly parent: XmlNode | null,
  ) {}

  /** All elements that the path leads to. */
  all(path: string): XmlNode[] {
    return path
      .split('/')
      .reduce<XmlNode[]>(
        (nodes, step) =>
          nodes.flatMap(node => node.children.filter(({ name }) => step === '*' || name === step)),
        [this],
      );
  }

  /** This element and all below it. */
  get everything(): XmlNode[] {
    return [this, ...this.children.flatMap(child => child.everything)];
  }

  one(path: string): XmlNode | undefined {
    return this.all(path)[0];
  }

  has(path: string): boolean {
    return this.one(path) !== undefined;
  }

  /** The text at the path, without space around it; '' where there is none. */
  value(path: string): string {
    return this.one(path)?.text.trim() ?? '';
  }

  values(path: string): string[] {
    return this.all(path).map(({ text }) => text.trim());
  }

  /** The number at the path; 0 where there is none. */
  number(path: string): Decimal {
    return new Decimal(this.value(path) || '0');
  }

  sum(path: string): Decimal {
    return this.all(path).reduce((sum, { text }) => sum.plus(text.trim()), new Decimal(0));
  }
}

/** The root of a document. Throws where it is not well-formed. */
export function parseXml(xml: string): XmlNode {
  const document = new XmlNode('#document', {}, null);
  let open = document;
  const parser = new SaxesParser();
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node = new XmlNode(name, attributes, open);
    open.children.push(node);
    open = node;
  });
  parser.on('text', text => (open.text += text));
  parser.on('cdata', text => (open.text += text));
  parser.on('closetag', () => (open = open.parent!));
  parser.write(xml).close();
  return document.children[0]!;
}
