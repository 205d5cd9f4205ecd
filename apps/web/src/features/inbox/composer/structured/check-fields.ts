import { interactiveLimits, maxUrlLength } from '@parley/contract/content-limits';

/** What is wrong with a field; `limit` where there is too much of something. */
export type Problem =
  | { kind: 'empty' | 'place' | 'url' | 'twice' | 'reachable' | 'cards' | 'uploads' | 'products' }
  | { kind: 'long' | 'breaks'; limit: number };

/** @param field its path: `body`, `buttons.0`, `sections.0.rows.1.title` */
export type Add = (field: string, problem: Problem) => void;

export function needed(add: Add, field: string, text: string, limit: number): void {
  if (text.trim() === '') add(field, { kind: 'empty' });
  length(add, field, text, limit);
}

/** In UTF-16 units, as the server counts. */
export function length(add: Add, field: string, text: string, limit: number): void {
  if (text.trim().length > limit) add(field, { kind: 'long', limit });
}

/** Buttons to answer with. @param field of the list */
export function checkReplies(add: Add, field: string, titles: readonly string[]): void {
  titles.forEach((title, at) => {
    needed(add, `${field}.${at}`, title, interactiveLimits.buttonTitle);
    if (titles.slice(0, at).some((other) => other.trim() === title.trim())) add(`${field}.${at}`, { kind: 'twice' });
  });
}

export function checkLink({ label, url }: { label: string; url: string }, add: Add): void {
  needed(add, 'label', label, interactiveLimits.linkText);
  if (url.trim() === '') add('url', { kind: 'empty' });
  else if (url.trim().length > maxUrlLength) add('url', { kind: 'long', limit: maxUrlLength });
  else if (!/^https?:$/.test(URL.parse(url.trim())?.protocol ?? '')) add('url', { kind: 'url' });
}
