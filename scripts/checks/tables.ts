import { parseSync } from '@swc/core';
import { type Check, failIfAny } from './check.ts';
import { listProjectPaths, readProjectFiles, type SourceFile } from './project-files.ts';
import { serverFloors } from './server-floors.ts';

/** A table is created by the migrations of its owner: `01_platform.sql`, `202612010900_contacts_birthdays.sql`. */
const migrationFile = /^apps\/server\/migrations\/\d+_([a-z]+)[a-z_]*\.sql$/;
const serverCode = /^apps\/server\/src\/(?!testing\/)(?!.*\.(test|fixture)\.ts$).*\.ts$/;
const featureFolder = /^apps\/server\/src\/(?:features\/(\w+)|(platform))\//;
/** A view that features above its owner may read. */
const shared = /^shared_/;

const functionBody = /^create (?:or replace )?function (\w+)\([\s\S]*?\$\$([\s\S]*?)\$\$/gm;
const viewBody = /^create (?:or replace )?view (\w+)([\s\S]*?);/gm;

/** Owners by table and view, and by function that writes: calling one is a write. */
export type Owners = { tables: ReadonlyMap<string, string>; functions: ReadonlyMap<string, string> };

/** The first to create a view or function declares it and owns it; a feature above may replace it and so fill it. */
export function readOwners(migrations: readonly SourceFile[]): Owners {
  const [tables, functions] = [new Map<string, string>(), new Map<string, string>()];
  const declared = new Map<string, string>();
  for (const { path, text } of migrations) {
    const owner = migrationFile.exec(path)?.[1];
    if (owner === undefined) continue;
    for (const [, name = ''] of text.matchAll(/^create (?:unlogged table|table|view) (?:if not exists )?(\w+)/gm))
      tables.set(name, owner);
    for (const [, name = '', body = ''] of text.matchAll(functionBody)) {
      if (!declared.has(name)) declared.set(name, owner);
      if (writesIn(body).length > 0) functions.set(name, declared.get(name) ?? owner);
    }
  }
  return { tables, functions };
}

/** A table that a file writes or reads although another feature owns it. */
export type ForeignAccess = { path: string; name: string; owner: string };

/** Writes to tables of other features; a table whose name is computed is anybody's, except that platform may take names. */
export function findForeignWrites(files: readonly SourceFile[], owners: Owners): ForeignAccess[] {
  return findAccess(files, (sql, feature) =>
    [
      ...writesIn(sql).map((name) => ({ name, owner: owners.tables.get(name) })),
      ...[...owners.functions].filter(([name]) => sql.includes(`${name}(`)).map(([name, owner]) => ({ name, owner })),
      ...(computedWrite.test(sql) ? [{ name: 'a computed name', owner: 'platform' }] : []),
    ].filter(({ owner }) => owner !== undefined && owner !== feature),
  );
}

/**
 * Reads of other features' tables that are no shared views of a feature below. Functions and views of migrations read
 * tables below as they are: their foreign keys name them too.
 */
export function findForeignReads(files: readonly SourceFile[], owners: Owners): ForeignAccess[] {
  return findAccess(files, (sql, feature, path) =>
    readsIn(sql)
      .map((name) => ({ name, owner: owners.tables.get(name) }))
      .filter(({ name, owner }) => {
        if (owner === undefined || owner === feature) return false;
        return !isBelow(owner, feature) || !(shared.test(name) || migrationFile.test(path));
      }),
  );
}

function findAccess(
  files: readonly SourceFile[],
  foreignIn: (sql: string, feature: string, path: string) => Array<{ name: string; owner: string | undefined }>,
): ForeignAccess[] {
  return files.flatMap(({ path, text }) => {
    const found = new Map<string, ForeignAccess>();
    for (const sql of migrationFile.test(path) ? bodiesOf(text) : literalsOf(text)) {
      for (const { name, owner = '' } of foreignIn(sql, featureOf(path), path)) found.set(name, { path, name, owner });
    }
    return [...found.values()];
  });
}

/** Functions and views of a migration. */
function bodiesOf(text: string): string[] {
  return [functionBody, viewBody].flatMap((pattern) => [...text.matchAll(pattern)].map(([, , body = '']) => body));
}

/** The feature of a migration or of a file of the server, `platform` or `app`. */
export function featureOf(path: string): string {
  const migrated = migrationFile.exec(path)?.[1];
  if (migrated !== undefined) return migrated;
  const [, feature, platform] = featureFolder.exec(path) ?? [];
  return feature ?? platform ?? 'app';
}

function isBelow(owner: string, feature: string): boolean {
  return floorOf(owner) < floorOf(feature);
}

/** Platform is below all features, the app above them. */
function floorOf(feature: string): number {
  if (feature === 'platform') return -1;
  const floor = serverFloors.findIndex((names) => names.includes(feature));
  return floor === -1 ? serverFloors.length : floor;
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

const item = '(?:only\\s+)?"?(?!select\\b)\\w+"?(?:\\s+(?:as\\s+)?\\w+)?';
const sources = new RegExp(`\\b(?:from|join|using)\\s+(${item}(?:\\s*,\\s*${item})*)`, 'gi');
/** A part of a statement that is only a table with its alias, perhaps joined to others. */
const sourceAlone = /^\s*(\w+)\s+\w{1,3}(?=\s*$|\s+(?:cross |left )?join\b)/;
const namedParts =
  /\b(\w+)\s*(?:\([\w\s,]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(\s*(?:select|insert|update|delete|with|values)\b/gi;

function readsIn(sql: string): string[] {
  // A sentence may say "from contacts", a statement has a select, a join or a condition with it.
  if (!/\b(select|join|where)\b/.test(sql) && !sourceAlone.test(sql)) return [];
  const own = new Set([...sql.matchAll(namedParts)].map(([, name = '']) => name.toLowerCase()));
  const lists = [...sql.replaceAll(/\bdelete from\b/gi, '').matchAll(sources)].map(([, list = '']) => list);
  const names = lists.flatMap((list) => list.split(',')).map((one) => /^\s*(?:only\s+)?"?(\w+)/i.exec(one)?.[1] ?? '');
  return [...names, sourceAlone.exec(sql)?.[1] ?? '']
    .map((name) => name.toLowerCase())
    .filter((name) => !own.has(name));
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

function told({ path, name, owner }: ForeignAccess): string {
  return `${path}: ${name} belongs to ${owner}`;
}

/** A table is written by its feature only; others read shared views of features below them. */
export async function checkTables(): Promise<Check[]> {
  const paths = listProjectPaths();
  const migrations = readProjectFiles(paths, migrationFile);
  const owners = readOwners(migrations);
  const server = readProjectFiles(paths, serverCode);
  const features = new Set(server.map(({ path }) => featureOf(path)));
  const strangers = [...new Set(owners.tables.values())].filter((owner) => !features.has(owner));
  const placed = ['app', 'platform', ...serverFloors.flat()];
  const misplaced = [...features, ...placed].filter((name) => !(features.has(name) && placed.includes(name)));
  return [
    failIfAny('tables are seen', owners.tables.size > 0 ? [] : ['no table was seen']),
    failIfAny(
      'migrations are named by features',
      strangers.map((name) => `there is no feature ${name}`),
    ),
    failIfAny(
      'every feature has a floor',
      misplaced.map((name) => `${name} is a feature without a floor, or a floor without its feature`),
    ),
    failIfAny(
      'a table is written by its feature only',
      findForeignWrites([...server, ...migrations], owners).map(told),
    ),
    failIfAny(
      'a feature reads its own tables and the shared views of those below it',
      findForeignReads([...server, ...migrations], owners).map(told),
    ),
    failIfAny('the state of a message is changed as its table says', findStateWrites(server)),
  ];
}
