import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import ts from 'typescript';

/** One TypeScript file as far as the rules of the architecture look at it. Paths are relative to the root, with `/`. */
export interface SourceFile {
  path: string;
  imports: Import[];
  /** Strings and templates, by the text they start with. */
  texts: string[];
  /** Names that are called, e.g. `forwardRef`; of `Math.round()` the `Math`. */
  calls: string[];
}

export interface Import {
  /** As written: `../platform/http`, `@nestjs/common`. */
  specifier: string;
  /** The file it resolves to, for files of ours. */
  file: string | undefined;
  /** Erased by the compiler. */
  typeOnly: boolean;
}

/** Every TypeScript file below the given folders of `root`. */
export function readSources(root: string, folders: string[]): SourceFile[] {
  const paths = folders.flatMap(folder => filesBelow(join(root, folder)).map(path => relative(root, path)));
  const known = new Set(paths);
  return paths.filter(path => path.endsWith('.ts')).map(path => readSource(root, path, known));
}

/** Every file below a folder, in the order of their names. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
    );
}

function readSource(root: string, path: string, known: Set<string>): SourceFile {
  const source: SourceFile = { path, imports: [], texts: [], calls: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      addImport(source, node.moduleSpecifier, isTypeOnly(node.importClause), known);
    else if (ts.isExportDeclaration(node)) addImport(source, node.moduleSpecifier, node.isTypeOnly, known);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      addImport(source, node.argument.literal, true, known);
    else if (ts.isCallExpression(node)) addCall(source, node, known);
    else if (ts.isStringLiteralLike(node)) source.texts.push(node.text);
    else if (ts.isTemplateExpression(node)) source.texts.push(node.head.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ES2022));
  return source;
}

/** `import type {...}`, or every name in it marked `type`. */
function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { namedBindings } = clause;
  return clause.name === undefined && namedBindings !== undefined && ts.isNamedImports(namedBindings)
    ? namedBindings.elements.every(element => element.isTypeOnly)
    : false;
}

function addCall(source: SourceFile, call: ts.CallExpression, known: Set<string>): void {
  const isDynamicImport = call.expression.kind === ts.SyntaxKind.ImportKeyword;
  const called = ts.isPropertyAccessExpression(call.expression)
    ? call.expression.expression
    : call.expression;
  if (ts.isIdentifier(called)) source.calls.push(called.text);
  if (isDynamicImport || (ts.isIdentifier(call.expression) && call.expression.text === 'require'))
    addImport(source, call.arguments[0], false, known);
}

function addImport(
  source: SourceFile,
  specifier: ts.Node | undefined,
  typeOnly: boolean,
  known: Set<string>,
): void {
  if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
  const text = specifier.text;
  const target = text.startsWith('.') ? normalize(join(dirname(source.path), text)) : undefined;
  const file =
    target && [target, `${target}.ts`, `${target}/index.ts`].find(candidate => known.has(candidate));
  source.imports.push({ specifier: text, file, typeOnly });
}
