import { csvFile, unmarked } from '@parley/contract/csv';
import type { SessionTemplate } from '@parley/contract/types';

export type SessionShow = 'all' | 'favourites' | 'shared' | 'private' | 'unused' | 'trash';

/**
 * Replies by what was typed: a shortcut that begins with it first, then names and texts that contain all words. Among
 * equals the member's favourites come first, in their order, then those used most.
 */
export function findReplies(
  replies: readonly SessionTemplate[],
  typed: string,
  favourites: readonly string[] = [],
): SessionTemplate[] {
  const wanted = typed.trim().toLowerCase().replace(/^\//, '');
  const words = wanted.split(/\s+/).filter(Boolean);
  const matches = replies.filter(({ shortcut, name, body, folder }) => {
    const text = `${shortcut} ${name} ${folder} ${body}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const rank = ({ shortcut }: SessionTemplate) => (shortcut === wanted ? 0 : shortcut.startsWith(wanted) ? 1 : 2);
  const place = ({ id }: SessionTemplate) => (favourites.includes(id) ? favourites.indexOf(id) : favourites.length);
  return matches.toSorted(
    (a, b) => rank(a) - rank(b) || place(a) - place(b) || b.uses - a.uses || a.name.localeCompare(b.name),
  );
}

export function showReplies(
  replies: readonly SessionTemplate[],
  show: SessionShow,
  folder: string | null,
  favourites: readonly string[] = [],
): SessionTemplate[] {
  return replies.filter((reply) => {
    if (folder !== null && reply.folder !== folder) return false;
    if (show === 'favourites') return favourites.includes(reply.id);
    if (show === 'shared') return reply.owner_id === null;
    if (show === 'private') return reply.owner_id !== null;
    return show !== 'unused' || reply.uses === 0;
  });
}

const columns = ['name', 'shortcut', 'body', 'folder'] as const;
export type ReplyRow = Record<(typeof columns)[number], string> & { buttons?: string[] };

/** Between the quick replies in a cell. */
const between = ' | ';

/** A CSV file of replies. */
export function repliesCsv(replies: readonly ReplyRow[]): string {
  const rows = replies.map((reply) => [...columns.map((column) => reply[column]), (reply.buttons ?? []).join(between)]);
  return csvFile([[...columns, 'buttons'], ...rows]);
}

/** Reads a CSV file with the columns of the export, in any order; null without name, shortcut and body. */
export function readRepliesCsv(text: string): ReplyRow[] | null {
  const [head, ...lines] = readCsv(text.replace(/^\uFEFF/, '')).map((cells) => cells.map(unmarked));
  const at = columns.map((column) => head?.findIndex((title) => title.trim().toLowerCase() === column) ?? -1);
  if (at.slice(0, 3).includes(-1)) return null;
  const value = (line: string[], index: number) => (line[at[index] ?? -1] ?? '').trim();
  const buttonsAt = head?.findIndex((title) => title.trim().toLowerCase() === 'buttons') ?? -1;
  const titles = (line: string[]) =>
    (line[buttonsAt] ?? '')
      .split(between.trim())
      .map((title) => title.trim())
      .filter((title) => title !== '');
  return lines
    .filter((line) => line.some((cell) => cell.trim() !== ''))
    .map((line) => ({
      ...{ name: value(line, 0), shortcut: value(line, 1), body: value(line, 2), folder: value(line, 3) },
      ...(buttonsAt === -1 ? {} : { buttons: titles(line) }),
    }));
}

/** Cells by lines; commas or semicolons, quotes doubled inside quotes. */
function readCsv(text: string): string[][] {
  const separator = (text.split('\n')[0] ?? '').includes(';') ? ';' : ',';
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === separator) {
      line.push(cell);
      cell = '';
    } else if (letter === '\n') {
      lines.push([...line, cell]);
      [line, cell] = [[], ''];
    } else if (letter !== '\r') cell += letter;
  }
  return cell === '' && line.length === 0 ? lines : [...lines, [...line, cell]];
}

/** The list with an entry one place up (-1) or down (1); the same list at its end. */
export function movedBy(ids: readonly string[], id: string, step: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const other = ids[from + step];
  if (from < 0 || other === undefined) return ids;
  return ids.with(from, other).with(from + step, id);
}
