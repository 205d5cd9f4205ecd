import { lineAt, type SourceFile } from './project-files.ts';
import { featureOf } from './tables.ts';

const use = /\bsystem\s*\.(?:transaction|statements|connect)\(\s*(?:'(\w+)')?/g;
const declarations = /\binterface SystemCallers \{([\s\S]*?)\n *\}/;

/**
 * Uses of the role that crosses accounts by a caller that neither its feature nor the platform declares, and callers that
 * are declared without a reason. The compiler refuses callers that nobody declares.
 */
export function findUndeclaredCallers(files: readonly SourceFile[]): string[] {
  const declared = files.flatMap(declaredIn);
  const mayUse = (feature: string, name: string) =>
    declared.some((each) => each.name === name && [feature, 'platform'].includes(each.feature));
  return [
    ...declared.filter(({ reason }) => !reason).map(({ feature, name }) => `${feature}: ${name} has no reason`),
    ...files.flatMap(({ path, text }) =>
      [...text.matchAll(use)]
        .filter(([, name = '']) => !mayUse(featureOf(path), name))
        .map(({ 0: call, index }) => `${path}:${lineAt(text, index)}: ${call} is no caller of ${featureOf(path)}`),
    ),
  ];
}

function declaredIn({ path, text }: SourceFile) {
  const block = declarations.exec(text)?.[1] ?? '';
  return [...block.matchAll(/(?:\/\*\*([\s\S]*?)\*\/\s*)?\b(\w+): true;/g)].map(([, reason = '', name = '']) => ({
    feature: featureOf(path),
    name,
    reason: reason.replaceAll('*', '').trim(),
  }));
}
