import { foldText } from '@parley/contract/fold-text';
import type { Note } from '@parley/contract/types';

/** A mentioned member or group. */
export type MentionTarget = { kind: 'user' | 'group'; id: string; name: string };

/** A segment of a note: text, or a mention with the name at the time of writing. */
export type NotePart = { kind: 'words'; text: string } | MentionTarget;

/** A mention in the body of a note: `@[Dana Whitfield](user:01890000-…)`. */
const marked = /@\[([^[\]\n]*)\]\((user|group):([0-9a-f-]{36})\)/g;
const word = /[\p{L}\p{N}_]/u;
/** The start of a name before the caret: at most three words after an @ that starts a word. */
const begun = /(?:^|[^\p{L}\p{N}_])@((?:[^\s@]+ ){0,2}[^\s@]*)$/u;

/** The name being typed at the caret, with the position of its @; null when there is none. */
export function typedMention(text: string, caret: number): { from: number; typed: string } | null {
  const typed = begun.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { from: caret - typed.length - 1, typed };
}

/** Whether the typed text is the start of a name, or of one of its words. */
export function beginsName(name: string, typed: string): boolean {
  const sought = foldText(typed);
  const whole = foldText(name);
  return whole.startsWith(sought) || whole.split(/\s+/).some((part) => part.startsWith(sought));
}

/** Replaces the typed text by a name. @returns the text, and the new caret position */
export function insertMention(
  text: string,
  from: number,
  caret: number,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${cleanName(name)} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

/** Removes a mention from a text: its name stays as text. */
export function withoutMention(text: string, chosen: readonly MentionTarget[], gone: MentionTarget): string {
  const places = placesOf(text, chosen).filter(({ named }) => named === gone);
  return places.reduceRight((left, { from }) => left.slice(0, from) + left.slice(from + 1), text);
}

/** The chosen mentions that the text still contains. */
export function mentionsIn(text: string, chosen: readonly MentionTarget[]): MentionTarget[] {
  const found = new Set(placesOf(text, chosen).map(({ named }) => named));
  return chosen.filter((named) => found.has(named));
}

/** The body of a note with marked mentions, and their list. */
export function bodyOf(text: string, chosen: readonly MentionTarget[]): Pick<Note, 'body' | 'mentions'> {
  const body = placesOf(text, chosen).reduceRight(
    (left, { from, to, named: { kind, id, name } }) =>
      `${left.slice(0, from)}@[${cleanName(name)}](${kind}:${id})${left.slice(to)}`,
    text,
  );
  const idsOf = (wanted: MentionTarget['kind']) => [
    ...new Set(mentionsIn(text, chosen).flatMap(({ kind, id }) => (kind === wanted ? id : []))),
  ];
  return { body, mentions: { user_ids: idsOf('user'), group_ids: idsOf('group') } };
}

/** The reverse: the field's text for a body, and its mentions. */
export function textOf(body: string): { text: string; chosen: MentionTarget[] } {
  const chosen = new Map<string, MentionTarget>();
  for (const part of partsOf(body)) if (part.kind !== 'words') chosen.set(part.id, { ...part });
  return { text: plainNote(body), chosen: [...chosen.values()] };
}

/** A body as plain text. @param nameOf the current name; undefined for the stored one */
export function plainNote(
  body: string,
  nameOf: (named: MentionTarget) => string | undefined = () => undefined,
): string {
  return partsOf(body)
    .map((part) => (part.kind === 'words' ? part.text : `@${nameOf(part) ?? part.name}`))
    .join('');
}

/** Splits a body into segments. @param mentions the note's mentions; marks of others are plain text */
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

/** A name escaped for the brackets. */
function cleanName(name: string): string {
  return name.replaceAll(/[[\]\n]/g, ' ').trim();
}

/**
 * Positions of the chosen mentions in a text, in order. Of several with one name the first gets the first position, and
 * the last all remaining ones.
 */
function placesOf(
  text: string,
  chosen: readonly MentionTarget[],
): { from: number; to: number; named: MentionTarget }[] {
  const byName = Map.groupBy(chosen, ({ name }) => cleanName(name));
  // Longer names before shorter ones with the same start.
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  const places: { from: number; to: number; named: MentionTarget }[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at > 0 && word.test(text[at - 1] ?? '')) continue;
    const name = names.find(
      (each) => text.startsWith(each, at + 1) && !word.test(text[at + 1 + each.length] ?? '') && each !== '',
    );
    const [named, ...furtherMatches] = byName.get(name ?? '') ?? [];
    if (name === undefined || named === undefined) continue;
    places.push({ from: at, to: at + 1 + name.length, named });
    if (furtherMatches.length > 0) byName.set(name, furtherMatches);
  }
  return places;
}
