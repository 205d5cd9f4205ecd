import { parseSync } from '@swc/core';
import { type Check, failIfAny } from './check.ts';
import { listProjectPaths, readProjectFiles, type SourceFile } from './project-files.ts';
import { type Exceptions, foreignReads, foreignWrites } from './tables-exceptions.ts';

/** A table is created by the migrations of its owner: `01_platform.sql`, `202612010900_contacts_birthdays.sql`. */
const migrationFile = /^apps\/server\/migrations\/\d+_([a-z]+)[a-z_]*\.sql$/;
const serverCode = /^apps\/server\/src\/(?!testing\/)(?!.*\.(test|fixture)\.ts$).*\.ts$/;
const featureFolder = /^apps\/server\/src\/(?:features\/(\w+)|(platform))\//;
/** Files that may read tables of other features. */
const queryFile = /[/-]query(-repo)?\.ts$/;

/** Owners by table, and by function that writes: calling one is a write. */
export type Owners = { tables: ReadonlyMap<string, string>; functions: ReadonlyMap<string, string> };

export function readOwners(migrations: readonly SourceFile[]): Owners {
  const [tables, functions] = [new Map<string, string>(), new Map<string, string>()];
  for (const { path, text } of migrations) {
    const owner = migrationFile.exec(path)?.[1];
    if (owner === undefined) continue;
    for (const [, name = ''] of text.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gm))
      tables.set(name, owner);
    for (const [, name = '', body = ''] of text.matchAll(
      /^create (?:or replace )?function (\w+)\([\s\S]*?\$\$([\s\S]*?)\$\$/gm,
    )) {
      if (writesIn(body).length > 0) functions.set(name, owner);
    }
  }
  return { tables, functions };
}

/** A table that a file writes or reads although another feature owns it. */
export type ForeignAccess = { path: string; name: string; owner: string };

/** Writes to tables of other features, by file and table; a table whose name is computed counts as one. */
export function findForeignWrites(files: readonly SourceFile[], owners: Owners): ForeignAccess[] {
  return findAccess(files, (sql) => [
    ...writesIn(sql).map((name) => ({ name, owner: owners.tables.get(name) })),
    ...[...owners.functions].filter(([name]) => sql.includes(`${name}(`)).map(([name, owner]) => ({ name, owner })),
    ...(computedWrite.test(sql) ? [{ name: 'a computed name', owner: 'unknown' }] : []),
  ]);
}

/** Reads of tables of other features outside of query files. */
export function findForeignReads(files: readonly SourceFile[], owners: Owners): ForeignAccess[] {
  const otherFiles = files.filter(({ path }) => !queryFile.test(path));
  return findAccess(otherFiles, (sql) => readsIn(sql).map((name) => ({ name, owner: owners.tables.get(name) })));
}

function findAccess(
  files: readonly SourceFile[],
  namesIn: (sql: string) => Array<{ name: string; owner: string | undefined }>,
): ForeignAccess[] {
  return files.flatMap(({ path, text }) => {
    const feature = featureOf(path);
    const found = new Map<string, ForeignAccess>();
    for (const literal of literalsOf(text)) {
      for (const { name, owner } of namesIn(literal)) {
        if (owner !== undefined && owner !== feature) found.set(name, { path, name, owner });
      }
    }
    return [...found.values()];
  });
}

/** The feature of a file of the server, `platform` or `app`. */
export function featureOf(path: string): string {
  const [, feature, platform] = featureFolder.exec(path) ?? [];
  return feature ?? platform ?? 'app';
}

/** Replaces an expression in a template. */
const computed = '\u0000';
const computedWrite = new RegExp(
  `\\b(insert into|delete from)\\s+${computed}|\\bupdate\\s+${computed}(\\s+\\w+)?\\s+set\\b`,
  'i',
);
const writes =
  /\b(?:(?:insert into|delete from|truncate(?: table)?|lock table|merge into)\s+(?:only\s+)?"?(\w+)|update\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b)/gi;

function writesIn(sql: string): string[] {
  return [...sql.matchAll(writes)].map(([, first, second]) => (first ?? second ?? '').toLowerCase());
}

function readsIn(sql: string): string[] {
  // A sentence may say "from contacts", a statement has a select with it.
  const pattern = /\bselect\b/i.test(sql)
    ? /\b(?:from|join|using)\s+(?:only\s+)?"?(\w+)/gi
    : /\bjoin\s+"?(\w+)"?(?:\s+\w+)?\s+(?:on|using)\b/gi;
  return [...sql.replaceAll(/\bdelete from\b/gi, '').matchAll(pattern)].map(([, name = '']) => name.toLowerCase());
}

type Node = { type?: string; [key: string]: unknown };

const parsed = new Map<string, string[]>();

/** The texts of all string literals and templates of a file, which is parsed once. */
function literalsOf(text: string): string[] {
  const literals = parsed.get(text) ?? [...textsIn(parseSync(text, { syntax: 'typescript' }) as unknown as Node)];
  parsed.set(text, literals);
  return literals;
}

function* textsIn(node: Node): Generator<string> {
  if (node.type === 'StringLiteral') yield String(node['value']);
  if (node.type === 'TemplateLiteral' && Array.isArray(node['quasis'])) {
    yield node['quasis'].map((part: Node) => String(part['cooked'] ?? '')).join(computed);
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null) yield* textsIn(child as Node);
    }
  }
}

const messageUpdate = /\bupdate\s+messages\b(?:\s+(?:as\s+)?\w+)?\s+set\b([\s\S]*?)(?:\bfrom\b|\bwhere\b|$)/gi;

/** Files that change the state of a message otherwise than by what the folder of message states makes of its table. */
export function findStateWrites(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ text }) =>
      literalsOf(text).some((sql) =>
        [...sql.matchAll(messageUpdate)].some(([, assigned = '']) => /\b(send_state|status)\s*=/.test(assigned)),
      ),
    )
    .map(({ path }) => `${path}: the state of a message is written by SQL that messaging/state/state-sql.ts makes`);
}

/** Accesses that are not excepted. */
export function findUnlisted(
  found: readonly ForeignAccess[],
  exceptions: Exceptions,
  keyOf: (access: ForeignAccess) => string,
): string[] {
  return found
    .filter((access) => exceptions[keyOf(access)] === undefined)
    .map((access) => `${access.path}: ${access.name} belongs to ${access.owner} (${keyOf(access)})`);
}

export function writeKey({ path, name }: ForeignAccess): string {
  return `${featureOf(path)} → ${name}`;
}

function readKey({ path, owner }: ForeignAccess): string {
  return `${featureOf(path)} → ${owner}`;
}

/** A table is written by its feature only, and read by others in query files only. */
export async function checkTables(): Promise<Check[]> {
  const paths = listProjectPaths();
  const owners = readOwners(readProjectFiles(paths, migrationFile));
  const server = readProjectFiles(paths, serverCode);
  const features = new Set(server.map(({ path }) => featureOf(path)));
  const strangers = [...new Set(owners.tables.values())].filter((owner) => !features.has(owner));
  return [
    failIfAny('tables are seen', owners.tables.size > 0 ? [] : ['no table was seen']),
    failIfAny(
      'migrations are named by features',
      strangers.map((name) => `there is no feature ${name}`),
    ),
    failIfAny(
      'a table is written by its feature only',
      findUnlisted(findForeignWrites(server, owners), foreignWrites, writeKey),
    ),
    failIfAny(
      'other features read a table in query files only',
      findUnlisted(findForeignReads(server, owners), foreignReads, readKey),
    ),
    failIfAny('the state of a message is changed as its table says', findStateWrites(server)),
  ];
}
