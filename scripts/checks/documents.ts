import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { errorCodes } from '../../packages/contract/src/core/errors.ts';
import { ERROR_CATALOGUE } from '../../packages/whatsapp-client/src/errors.ts';
import { type Check, failIfAny } from './check.ts';
import { lineAt, listProjectPaths, readProjectFiles, type SourceFile } from './project-files.ts';
import { projectDir } from './run-program.ts';

/** What documents may name: the files of the project and the scripts of its package.json. */
export type Project = { paths: readonly string[]; scripts: readonly string[] };

/** A document may shorten paths of the code to how developers say them. */
const usualRoots = ['', 'apps/server/src/', 'apps/server/src/features/', 'apps/web/src/', 'apps/web/src/features/'];
const fileName = /^[\w.*<>-]+\.(ts|tsx|mjs|cjs|js|json|css|md|sql|html|yaml|yml|sh)$/;
const builtIn = ['start', 'test', 'install', 'ci'];

/** Paths, scripts and links that a document names and the project does not have, as `file:line: what`. */
export function findDeadNames(document: SourceFile, project: Project): string[] {
  return [...deadSpans(document, project), ...deadScripts(document, project), ...deadLinks(document, project)];
}

function deadSpans(document: SourceFile, project: Project): string[] {
  return [...outsideBlocks(document.text).matchAll(/`([^`\n]+)`/g)].flatMap((match) => {
    const named = pathIn(match[1] ?? '');
    if (named === null || isThere(named, document.path, project)) return [];
    return [`${document.path}:${lineAt(document.text, match.index)}: there is no ${named}`];
  });
}

/** The path a code span names, or null when it names something else: an address, a setting, a piece of code. */
function pathIn(span: string): string | null {
  const text = span.trim().replace(/\/$/, '');
  if (/[\s(){}=$"',;:|?&#@]/.test(text) || text.startsWith('/') || text.includes('://')) return null;
  if (/^\.{1,2}$/.test(text) || /^[A-Z][A-Z_]+(\/|$)/.test(text) || /^\.?\/?data(\/|$)/.test(text)) return null;
  const isPath = text.includes('/') && /^[\w.*<>/-]+$/.test(text) && /[a-z]/.test(text);
  return isPath || fileName.test(text) ? text : null;
}

function isThere(named: string, from: string, project: Project): boolean {
  const pattern = wildcard(named);
  const places = [...usualRoots, `${posix.dirname(from)}/`].map((root) => posix.join(root, pattern));
  const isAnywhere = !named.includes('/');
  return project.paths.some((path) => {
    if (isAnywhere && matches(pattern, basename(path))) return true;
    return places.some((place) => matches(place, path) || matches(`${place}/**`, path));
  });
}

function wildcard(named: string): string {
  return named.replace(/<[^>]+>/g, '*').replace(/^\.\//, '');
}

/** `*` matches a part of a name, `**` any rest. */
function matches(pattern: string, path: string): boolean {
  if (!pattern.includes('*')) return pattern === path;
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`).test(path);
}

function deadScripts(document: SourceFile, project: Project): string[] {
  return [...document.text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? '';
    const known = project.scripts.includes(name) || (match[1] === undefined && builtIn.includes(name));
    const isThere = known && (match[1] !== undefined || project.scripts.includes(name));
    return isThere ? [] : [`${document.path}:${lineAt(document.text, match.index)}: there is no npm script ${name}`];
  });
}

function deadLinks(document: SourceFile, project: Project): string[] {
  return [...outsideBlocks(document.text).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].flatMap((match) => {
    const target = match[1] ?? '';
    if (/^(https?|mailto):/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? document.path : posix.normalize(posix.join(posix.dirname(document.path), path));
    const at = `${document.path}:${lineAt(document.text, match.index)}`;
    const isFolder = project.paths.some((each) => each.startsWith(`${file.replace(/\/$/, '')}/`));
    if (!project.paths.includes(file) && !isFolder) return [`${at}: the link ${target} leads nowhere`];
    if (anchor === undefined || anchor === '' || !file.endsWith('.md')) return [];
    const text = file === document.path ? document.text : readText(file);
    return headings(text).includes(anchor) ? [] : [`${at}: ${file} has no heading #${anchor}`];
  });
}

function readText(path: string): string {
  const file = join(projectDir, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Anchors of a document's headings, as forges make them. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s+/g, '-'),
  );
}

/** The text with fenced blocks blanked, positions kept. */
function outsideBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));
}

/** Settings that the server reads and the README does not name. */
export function unnamedSettings(config: string, readme: string): string[] {
  return [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)]
    .map((match) => match[1] ?? '')
    .filter((name) => !readme.includes(`\`${name}\``));
}

/** Rows that the tables of error codes lack: codes of the API with their status, codes of WhatsApp with their words. */
export function missingCodes(guide: string): string[] {
  const rows = [
    ...Object.entries(errorCodes).map(
      ([code, { status, retriable }]) => `| \`${code}\` | ${status} | ${retriable ? 'yes' : 'no'} |`,
    ),
    ...Object.entries(ERROR_CATALOGUE).map(([code, { title, nextStep }]) => `| ${code} | ${title} | ${nextStep} |`),
  ];
  return rows.filter((row) => !guide.includes(`\n${row}`)).map((row) => `no row begins with ${row}`);
}

/** Documents name nothing that is not there, and lack nothing that an operator looks up in them. */
export async function checkDocuments(): Promise<Check[]> {
  const paths = listProjectPaths();
  const manifest = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const project = { paths, scripts: Object.keys(manifest.scripts) };
  const documents = readProjectFiles(paths, /\.md$/);
  const readme = readText('README.md');
  return [
    ...documents.map((document) => failIfAny(`${document.path} names what is there`, findDeadNames(document, project))),
    failIfAny(
      'the README names every setting',
      unnamedSettings(readText('apps/server/src/platform/config.ts'), readme),
    ),
    failIfAny(
      'the troubleshooting guide has every error code',
      missingCodes(readText('docs/guide/troubleshooting.md')),
    ),
    failIfAny(
      'the scripts of package.json lead to files',
      Object.entries(manifest.scripts).flatMap(([name, line]) => missingScriptFile(name, line)),
    ),
  ];
}

/** A script names a file, and scripts/run.mjs leads on to the entry it knows the script by. */
function missingScriptFile(name: string, line: string): string[] {
  const [, file, argument] = /^exec "\$npm_node_execpath" (\S+)(?: (\S+))?/.exec(line) ?? [];
  if (file === undefined) return [`${name}: ${line} runs no file of the project`];
  if (!existsSync(join(projectDir, file))) return [`${name}: there is no ${file}`];
  if (argument === undefined) return [];
  const quoted = argument.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const entry = new RegExp(`(?:^|\\s)['"]?${quoted}['"]?: \\{ entry: '([^']+)'`, 'm').exec(readText(file))?.[1];
  if (entry === undefined) return [`${name}: ${file} knows no command ${argument}`];
  return existsSync(join(projectDir, dirname(entry), basename(entry))) ? [] : [`${name}: there is no ${entry}`];
}
