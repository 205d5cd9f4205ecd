import { posix } from 'node:path';

/** At most this many files may handle a message on its path, and each at most twice. */
const mostFiles = 24;
const mostVisits = 2;
const heading = '## A sent message';
const stepLine = /^\d+\. `([^`]+)` `([^`]+)`(?: \(via `([^`]+)`\))?: /;

/** One line of the path: a file, what of it takes the message, and what starts it when no file before imports it. */
type Step = { path: string; name: string; via: string | undefined };

/** The numbered list under "A sent message". */
export function readPath(architecture: string): Step[] {
  const [, section = ''] = architecture.split(`\n${heading}\n`);
  const [lines = ''] = section.split('\n## ');
  return lines.split('\n').flatMap((line) => {
    const [, path = '', name = '', via] = stepLine.exec(line) ?? [];
    return path === '' ? [] : [{ path, name, via }];
  });
}

/**
 * Where the list and the code differ, and where the path has become longer.
 * @param read the text of a file of the project; undefined when there is none
 */
export function findPathFaults(architecture: string, read: (path: string) => string | undefined): string[] {
  const steps = readPath(architecture);
  const paths = steps.map(({ path }) => path);
  const distinct = new Set(paths);
  const faults = steps.flatMap((step, at) => stepFaults(step, paths.slice(0, at), read));
  if (steps.length === 0) faults.push(`no numbered list of files under "${heading}"`);
  if (distinct.size > mostFiles) faults.push(`a message passes ${distinct.size} files, more than ${mostFiles}`);
  for (const path of distinct) {
    const visits = paths.filter((other) => other === path).length;
    if (visits > mostVisits) faults.push(`a message comes ${visits} times to ${path}`);
  }
  return faults;
}

function stepFaults({ path, name, via }: Step, before: readonly string[], read: (path: string) => string | undefined) {
  const text = read(path);
  if (text === undefined) return [`there is no ${path}`];
  const faults = defines(text, name) ? [] : [`${path} has no ${name}`];
  // The first begins; one that stands again goes on after what it waited for.
  if (before.length === 0 || before.includes(path)) return faults;
  const starters = before.filter((other) =>
    via === undefined ? importsOf(other, read).has(path) : hasWord(read(other) ?? '', via),
  );
  const isStarted = starters.length > 0 && (via === undefined || hasWord(text, via));
  return isStarted ? faults : [...faults, `no file before ${path} ${via === undefined ? 'imports it' : `has ${via}`}`];
}

/** Whether a file has a function, method, class or property of this name. */
function defines(text: string, name: string): boolean {
  const quoted = escaped(name);
  const declared = new RegExp(`\\b(?:function|class|const) ${quoted}\\b`);
  const member = new RegExp(`^\\s+(?:async )?'?${quoted}'?(?:: .*=>|[(<].*[{(]$)`, 'm');
  return declared.test(text) || member.test(text);
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w#])${escaped(word)}(?!\\w)`).test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The files a file imports; of a package or a feature also those whose names its face gives on. */
function importsOf(path: string, read: (path: string) => string | undefined): Set<string> {
  const direct = importedBy(path, read(path) ?? '');
  const faces = direct.filter((file) => /\/(?:index|public)\.ts$/.test(file));
  return new Set([...direct, ...faces.flatMap((face) => importedBy(face, read(face) ?? ''))]);
}

function importedBy(path: string, text: string): string[] {
  return [...text.matchAll(/\bfrom '([^']+)'/g)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return [posix.join(posix.dirname(path), name)];
    const [, folder] = /^@parley\/([\w-]+)$/.exec(name) ?? [];
    return folder === undefined ? [] : [`packages/${folder}/src/index.ts`];
  });
}
