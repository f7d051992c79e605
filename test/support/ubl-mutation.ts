import { parseXml, XmlNode } from './xml-tree';

/** What is done to the tree of a document. It fails where the document does not have what is to be changed. */
export type Change = (root: XmlNode) => void;

/** A fault put into a document that breaks no rule, and what it is reported as. */
export interface Mutation {
  rule: string;
  /** The document, by its name in UBL_DOCUMENTS. */
  of: string;
  change: Change;
  /** Other rules that the same fault breaks. */
  also: string[];
}

export function remove(...paths: string[]): Change {
  return root => {
    for (const path of paths) {
      const node = at(root, path);
      const { children } = node.parent!;
      children.splice(children.indexOf(node), 1);
    }
  };
}

export function set(path: string, text: string): Change {
  return root => (at(root, path).text = text);
}

/** Sets an attribute or, without a value, takes it away. */
export function mark(path: string, attribute: string, value?: string): Change {
  return root => {
    const { attributes } = at(root, path);
    if (!(attribute in attributes)) throw new Error(`${path} has no ${attribute}`);
    if (value === undefined) delete attributes[attribute];
    else attributes[attribute] = value;
  };
}

/** Adds elements at the end of the one at the path; '' is the root. */
export function add(path: string, xml: string): Change {
  return root => adopt(at(root, path), parseXml(`<added>${xml}</added>`).children);
}

/** Adds a zero to the decimals: the same number, written with too many. */
export function lengthen(path: string): Change {
  return root => {
    const node = at(root, path);
    node.text = `${node.text.trim()}${node.text.includes('.') ? '' : '.00'}0`;
  };
}

export function all(...changes: Change[]): Change {
  return root => changes.forEach(change => change(root));
}

function at(root: XmlNode, path: string): XmlNode {
  const node = path === '' ? root : root.one(path);
  if (node === undefined) throw new Error(`there is no ${path} to change`);
  return node;
}

function adopt(parent: XmlNode, children: XmlNode[]): void {
  for (const { name, attributes, text, children: below } of children) {
    const node = new XmlNode(name, attributes, parent);
    node.text = text;
    adopt(node, below);
    parent.children.push(node);
  }
}
