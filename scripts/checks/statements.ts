import { type Check, failCheck, failIfAny, passCheck } from './check.ts';
import { lineAt, listProjectPaths, readProjectFiles, type SourceFile } from './project-files.ts';

const serverCode = /^apps\/server\/src\/(?!testing\/)(?!.*\.(test|fixture)\.ts$).*\.ts$/;
/** What the name begins with: the feature, or the folder of the platform. */
const ownerFolder = /^apps\/server\/src\/(?:features|platform)\/(\w+)\//;
const declaration = /\bstatement\(\s*(?:(['"`])(.*?)\1|([^)\s,]*))/g;

const verbs = new Set(
  `
  abandon accept add advance amend analyze answer apply archive assign attach begin cancel change charge claim
  clean clear close commit confirm copy count create decline delete disable dismiss enable end enqueue ensure
  erase exclude expire fill find finish force fork free get has hide increment insert is join leave lift limit
  list lock maintain mark match merge move order park pause pick ping place publish put queue read reassign
  record recover refresh refuse release remove rename renew replace request requeue reset resolve restart
  restore retire retry return revert revoke rewrite rotate save scan schedule search sequence set settle share shorten skip
  snooze start stop submit sum suppress take touch trash trim unassign undo unmark unsnooze update use verify
  write
`
    .trim()
    .split(/\s+/),
);

export type StatementName = { path: string; line: number; name: string };

/** Names of the SQL statements that files declare; an expression in a name is an `x`. */
export function listStatementNames(files: readonly SourceFile[]): StatementName[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(declaration)]
      .filter(({ index }) => !text.slice(0, index).endsWith('function '))
      .map(({ 2: literal, 3: expression = '', index }) => ({
        path,
        line: lineAt(text, index),
        name: literal?.replaceAll(/\$\{[^}]*\}/g, 'x') ?? expression,
      })),
  );
}

/** Statements that are not named `feature.verb_object`. */
export function findOtherStatementNames(names: readonly StatementName[]): string[] {
  return names
    .filter(({ path, name }) => {
      const [, owner, verb = ''] = /^([a-z]+)\.([a-z]+)(?:_[a-z0-9]+)+$/.exec(name) ?? [];
      return owner === undefined || owner !== ownerFolder.exec(path)?.[1] || !verbs.has(verb);
    })
    .map(({ path, line, name }) => `${path}:${line}: ${name} is not ${ownerFolder.exec(path)?.[1]}.verb_object`);
}

/** The database's statistics and the log name statements: their names have one form. */
export async function checkStatements(): Promise<Check[]> {
  const names = listStatementNames(readProjectFiles(listProjectPaths(), serverCode));
  return [
    names.length > 600
      ? passCheck('statements are seen')
      : failCheck('statements are seen', `only ${names.length} were seen`),
    failIfAny('statements are named feature.verb_object', findOtherStatementNames(names)),
  ];
}
