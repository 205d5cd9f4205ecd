import { childrenOf, type Node, parse } from './syntax-tree.ts';

/** Every name that a source file gives: of variables, functions, types, parameters, members of types and of classes. */
export function declaredNames(path: string, text: string): string[] {
  return [...new Set(namesIn(parse(text, path)))];
}

/** Where a node of the syntax tree has the name, or the pattern of names, that it declares. */
const namedBy: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'identifier',
  ClassDeclaration: 'identifier',
  TsTypeAliasDeclaration: 'id',
  TsInterfaceDeclaration: 'id',
  TsEnumDeclaration: 'id',
  Parameter: 'pat',
  TsParameterProperty: 'param',
  TsPropertySignature: 'key',
  TsMethodSignature: 'key',
  ClassProperty: 'key',
  ClassMethod: 'key',
  PrivateProperty: 'key',
  PrivateMethod: 'key',
};

function* namesIn(node: Node): Generator<string> {
  const declared = node[namedBy[node.type ?? ''] ?? ''];
  if (declared !== undefined) yield* namesOf(declared as Node);
  if (node.type === 'ArrowFunctionExpression') {
    for (const parameter of node['params'] as Node[]) yield* namesOf(parameter);
  }
  for (const child of childrenOf(node)) yield* namesIn(child);
}

/** The names of a pattern; of a renamed property only the new one. */
function* namesOf(pattern: Node): Generator<string> {
  switch (pattern.type) {
    case 'Identifier':
      yield String(pattern['value']);
      break;
    case 'PrivateName':
      yield String(pattern['value']);
      break;
    case 'ArrayPattern':
      for (const element of pattern['elements'] as Array<Node | null>) if (element !== null) yield* namesOf(element);
      break;
    case 'ObjectPattern':
      for (const property of pattern['properties'] as Node[]) yield* namesOf(property);
      break;
    case 'AssignmentPatternProperty':
      yield* namesOf(pattern['key'] as Node);
      break;
    case 'KeyValuePatternProperty':
      yield* namesOf(pattern['value'] as Node);
      break;
    case 'AssignmentPattern':
      yield* namesOf(pattern['left'] as Node);
      break;
    case 'RestElement':
      yield* namesOf(pattern['argument'] as Node);
      break;
  }
}
