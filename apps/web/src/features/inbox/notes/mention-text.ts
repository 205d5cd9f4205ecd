import type { Note } from '@parley/contract/types';

/** Somebody, or a group, that a note names. */
export type Named = { kind: 'user' | 'group'; id: string; name: string };

/** A stretch of a note: words, or a name with what it was when it was written. */
export type NotePart = { kind: 'words'; text: string } | Named;

/** How a name stands in the body of a note: `@[Dana Whitfield](user:01890000-…)`. */
const marked = /@\[([^\]\n]*)\]\((user|group):([0-9a-f-]{36})\)/g;
const word = /[\p{L}\p{N}_]/u;
/** What of a text before the caret is the beginning of a name: at most three words behind an @ that begins a word. */
const begun = /(?:^|[^\p{L}\p{N}_])@((?:[^\s@]+ ){0,2}[^\s@]*)$/u;

/** The name that is being typed at the caret, with the place of its @; null where none is. */
export function typedName(text: string, caret: number): { from: number; typed: string } | null {
  const typed = begun.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { from: caret - typed.length - 1, typed };
}

/** Whether what was typed is the beginning of a name, or of one of its words. */
export function beginsName(name: string, typed: string): boolean {
  const sought = typed.toLocaleLowerCase();
  const whole = name.toLocaleLowerCase();
  return whole.startsWith(sought) || whole.split(/\s+/).some((part) => part.startsWith(sought));
}

/** Puts a name in place of what was typed of it. @returns the text, and where the caret goes */
export function insertName(text: string, from: number, caret: number, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${cleanName(name)} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

/** Takes somebody out of a text: their name stays as a word. */
export function withoutName(text: string, chosen: readonly Named[], gone: Named): string {
  const places = placesOf(text, chosen).filter(({ named }) => named === gone);
  return places.reduceRight((left, { from }) => left.slice(0, from) + left.slice(from + 1), text);
}

/** Of those that were chosen, whom the text still names. */
export function namedIn(text: string, chosen: readonly Named[]): Named[] {
  const found = new Set(placesOf(text, chosen).map(({ named }) => named));
  return chosen.filter((named) => found.has(named));
}

/** The body of a note, with the names in it marked, and whom it names. */
export function bodyOf(text: string, chosen: readonly Named[]): Pick<Note, 'body' | 'mentions'> {
  const body = placesOf(text, chosen).reduceRight(
    (left, { from, to, named: { kind, id, name } }) =>
      `${left.slice(0, from)}@[${cleanName(name)}](${kind}:${id})${left.slice(to)}`,
    text,
  );
  const idsOf = (wanted: Named['kind']) => [
    ...new Set(namedIn(text, chosen).flatMap(({ kind, id }) => (kind === wanted ? id : []))),
  ];
  return { body, mentions: { user_ids: idsOf('user'), group_ids: idsOf('group') } };
}

/** The way back: what stands in the field for a body, and who was chosen. */
export function textOf(body: string): { text: string; chosen: Named[] } {
  const chosen = new Map<string, Named>();
  for (const part of partsOf(body)) if (part.kind !== 'words') chosen.set(part.id, { ...part });
  return { text: plainNote(body), chosen: [...chosen.values()] };
}

/** A body in words alone. @param nameOf the name of today; undefined keeps the one of then */
export function plainNote(body: string, nameOf: (named: Named) => string | undefined = () => undefined): string {
  return partsOf(body)
    .map((part) => (part.kind === 'words' ? part.text : `@${nameOf(part) ?? part.name}`))
    .join('');
}

/** A body in its stretches. @param mentions whom the note really names; a mark of anybody else is only words */
export function partsOf(body: string, mentions?: Note['mentions']): NotePart[] {
  const parts: NotePart[] = [];
  let at = 0;
  for (const match of body.matchAll(marked)) {
    const [whole, name = '', kind, id = ''] = match;
    const ids = kind === 'group' ? mentions?.group_ids : mentions?.user_ids;
    if (match.index > at) parts.push({ kind: 'words', text: body.slice(at, match.index) });
    if (mentions !== undefined && !ids?.includes(id)) parts.push({ kind: 'words', text: `@${name}` });
    else parts.push({ kind: kind === 'group' ? 'group' : 'user', id, name });
    at = match.index + whole.length;
  }
  if (at < body.length) parts.push({ kind: 'words', text: body.slice(at) });
  return parts;
}

/** A name as it may stand between the brackets. */
function cleanName(name: string): string {
  return name.replaceAll(/[[\]\n]/g, ' ').trim();
}

/**
 * Where those who were chosen stand in a text, in its order. Of several by one name the first stands at the first place,
 * and the last at all that are left.
 */
function placesOf(text: string, chosen: readonly Named[]): { from: number; to: number; named: Named }[] {
  const byName = Map.groupBy(chosen, ({ name }) => cleanName(name));
  // A long name before a short one that begins like it.
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  const places: { from: number; to: number; named: Named }[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at > 0 && word.test(text[at - 1] ?? '')) continue;
    const name = names.find(
      (each) => text.startsWith(each, at + 1) && !word.test(text[at + 1 + each.length] ?? '') && each !== '',
    );
    const [named, ...others] = byName.get(name ?? '') ?? [];
    if (name === undefined || named === undefined) continue;
    places.push({ from: at, to: at + 1 + name.length, named });
    if (others.length > 0) byName.set(name, others);
  }
  return places;
}
