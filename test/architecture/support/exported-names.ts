import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** `file name` of a value that a file exports or another takes from it; all of a file is `file *`. */
type NameOfFile = string;

/** The values (functions, classes, constants) that files export, and the names that files take from others. */
export interface ExportedNames {
  exported: NameOfFile[];
  taken: Set<NameOfFile>;
}

export function exportedNames(root: string, paths: string[]): ExportedNames {
  const known = new Set(paths);
  const names: ExportedNames = { exported: [], taken: new Set() };
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8');
    const target = (specifier: ts.Expression): string | undefined => fileOf(path, specifier, known);
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
    names.exported.push(...valuesExportedBy(file).map(name => `${path} ${name}`));
    const visit = (node: ts.Node): void => {
      for (const name of namesTakenBy(node, target)) names.taken.add(name);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return names;
}

function valuesExportedBy(file: ts.SourceFile): string[] {
  return file.statements.flatMap(statement => {
    if (ts.isExportDeclaration(statement))
      return statement.isTypeOnly || !statement.exportClause || !ts.isNamedExports(statement.exportClause)
        ? []
        : statement.exportClause.elements.filter(each => !each.isTypeOnly).map(({ name }) => name.text);
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [name.text] : [],
      );
    return (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name
      ? [statement.name.text]
      : [];
  });
}

function namesTakenBy(node: ts.Node, target: (specifier: ts.Expression) => string | undefined): NameOfFile[] {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const file = node.arguments[0] && target(node.arguments[0]);
    return file === undefined ? [] : [`${file} *`];
  }
  if (!(ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) || !node.moduleSpecifier) return [];
  const file = target(node.moduleSpecifier);
  if (file === undefined) return [];
  const named = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  if (!named || ts.isNamespaceImport(named) || ts.isNamespaceExport(named)) return [`${file} *`];
  return named.elements.map(({ name, propertyName }) => `${file} ${(propertyName ?? name).text}`);
}

function fileOf(path: string, specifier: ts.Expression, known: Set<string>): string | undefined {
  if (!ts.isStringLiteralLike(specifier) || !specifier.text.startsWith('.')) return undefined;
  const target = normalize(join(dirname(path), specifier.text));
  return [target, `${target}.ts`, `${target}/index.ts`].find(candidate => known.has(candidate));
}
