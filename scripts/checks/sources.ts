import { type Check, failIfAny } from './check.ts';
import { lineAt, listProjectPaths, readProjectFiles, type SourceFile } from './project-files.ts';
import { findUndeclaredCallers } from './system-role.ts';

/** Product code of the server: no tests, no helpers of tests. */
const serverCode = /^apps\/server\/src\/(?!testing\/)(?!.*\.(test|fixture)\.ts$).*\.ts$/;
const repoFile = /(repo|query)\.ts$/;

/** Files outside repositories that hold SQL, each with its reason. */
const sqlOutsideRepositories: Readonly<Record<string, string>> = {
  'apps/server/src/features/ingest/raw/raw-store.ts': 'the group commit on its own connection',
  'apps/server/src/platform/auth/audit.ts': 'one insert',
  'apps/server/src/platform/db/database.ts': 'names the account of a transaction',
  'apps/server/src/platform/db/migrate.ts': 'its own table of what has run',
  'apps/server/src/platform/db/sql.ts': 'declares what a statement is',
  'apps/server/src/platform/postgres/embedded.ts': 'makes the database',
  'apps/server/src/platform/notifier.ts': 'listen and notify',
};

const sqlPatterns = [
  /\bstatement\(/,
  /[`'"]\s*(insert into|update \w+( \w+)? set|delete from|with \w+ as|listen|create (table|database|role)|alter role)\s/i,
  /[`'"]\s*select\s+(\d|\w+\(|[^`'"]*\bfrom\s)/i,
];

/** SQL outside repositories. */
export function findSqlOutsideRepos(files: readonly SourceFile[], allowed: Readonly<Record<string, string>>): string[] {
  return files
    .filter(({ path, text }) => sqlPatterns.some((pattern) => pattern.test(text)) && !repoFile.test(path))
    .filter(({ path }) => allowed[path] === undefined)
    .map(({ path, text }) => `${place(path, text, sqlPatterns)}: SQL belongs into a repo file`);
}

function place(path: string, text: string, patterns: readonly RegExp[]): string {
  const index = Math.min(...patterns.map((pattern) => text.search(pattern)).filter((at) => at >= 0));
  return `${path}:${lineAt(text, index)}`;
}

type Mark = { name: string; pattern: RegExp; files: RegExp };

const code = /\.(ts|tsx|mjs|cjs|css)$/;
const tests = /\.(test|spec)\.tsx?$/;

/** What must not stand in the code. Written so that this file does not find itself. */
export const marks: readonly Mark[] = [
  {
    name: 'no unfinished work',
    pattern: /\b(TO[D]O|FIX[M]E|XX[X])\b|[n]ot implemented|[c]oming soon|[l]orem ipsum/,
    files: code,
  },
  { name: 'no silenced checks', pattern: /@ts-(ignore|expect-error|nocheck)|(biome|eslint|oxlint)-[id]/, files: code },
  {
    name: 'no skipped tests',
    pattern: /\b(it|test|describe|suite)\.(skip|only|todo|fails|fixme)\b|\b(it|test|describe)\.(skipIf|runIf)\b/,
    files: tests,
  },
  {
    // `Select`, `SelectField`, `DateField`, `TimeField` and `Disclosure` stand for them, in one look.
    name: 'native selects, dates, times and details only in the UI kit',
    pattern: /<(select|details|summary)\b|\btype=(\{[^}]*)?["'](date|time|datetime-local|month|week)["']/,
    files: /^apps\/web\/src\/(?!ui\/).*\.tsx$/,
  },
  {
    // From right to left the two sides change places: `padding-block` and `padding-inline` say which is meant.
    name: 'no left and right in one line of spaces',
    pattern: /\b(?:padding|margin): [^ ;()]+ ([^ ;()]+) [^ ;()]+ (?!\1;)[^ ;()]+;/,
    files: /\.css$/,
  },
  {
    // The build makes languages of it, which a text in another language than the page's does not have.
    name: 'no direction as a selector',
    pattern: /:dir\(/,
    files: /\.css$/,
  },
];

export function findMarks(files: readonly SourceFile[], mark: Mark): string[] {
  return files
    .filter(({ path }) => mark.files.test(path))
    .flatMap(({ path, text }) => {
      const index = text.search(mark.pattern);
      return index < 0 ? [] : [`${path}:${lineAt(text, index)}: ${mark.pattern.exec(text)?.[0]}`];
    });
}

/** Rules about the text of sources that an import rule cannot see. */
export async function checkSources(): Promise<Check[]> {
  const paths = listProjectPaths();
  const server = readProjectFiles(paths, serverCode);
  const all = readProjectFiles(paths, code).filter(({ path }) => path !== 'scripts/checks/sources.test.ts');
  return [
    failIfAny('SQL only in repo files', findSqlOutsideRepos(server, sqlOutsideRepositories)),
    failIfAny('callers of the system role are declared with their reason', findUndeclaredCallers(server)),
    ...marks.map((mark) => failIfAny(mark.name, findMarks(all, mark))),
  ];
}
