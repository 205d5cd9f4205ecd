/** Where a word is forbidden. */
export type Place = 'names' | 'locals' | 'texts' | 'docs' | 'comments';
export type ForbiddenWord = { word: string; use: string; in: readonly Place[] };
/** Names or texts that may have a forbidden word, with the reason. */
export type Allowed = Readonly<Record<string, string>>;

const everywhere: readonly Place[] = ['names', 'locals', 'texts', 'docs', 'comments'];
/** In comments it may be a letter of the alphabet. */
const exceptComments: readonly Place[] = ['names', 'texts', 'docs'];
const allNames: readonly Place[] = ['names', 'locals'];
const comments: readonly Place[] = ['comments'];

/** Words that are not used, and what is used instead. A word may be allowed in texts where it is plain English there. */
const words: ReadonlyArray<readonly [words: string, use: string, where: readonly Place[]]> = [
  ['letter letters', 'email', exceptComments],
  ['crowd crowds', 'audience', everywhere],
  ['freeze freezes freezing frozen', 'snapshot', allNames],
  ['tally tallies', 'progress or counts', everywhere],
  ['acts', 'operations or commands', everywhere],
  ['seer seers', 'viewer', everywhere],
  ['slot slots', 'template variable', allNames],
  ['walk walks walking', 'scan or iterate', everywhere],
  ['road roads', 'query plan, flow or path', everywhere],
  ['narrow narrowed narrower', 'candidate set or filter', allNames],
  ['learn learns', 'analyze tables', allNames],
  ['books', 'statistics', everywhere],
  ['told', 'applied or reported', allNames],
  ['meaning meanings', 'normalized event', allNames],
  ['relink heal heals healed healing', 'merge or automatic merge', everywhere],
  ['standing standings', 'access, status or opt-in', allNames],
  ['lane lanes', 'partition or queue', everywhere],
  ['held', 'blocked or on hold', allNames],
  ['hint hints', 'notification', allNames],
  ['door doors gate gates', 'acceptance check or dispatch check', everywhere],
  ['care cares', 'health check', allNames],
  ['prove proves', 'verify', allNames],
  ['squares', 'avatars or images', allNames],
  ['person people', 'contact, customer, member or user', allNames],
  ['colleague colleagues', 'member', allNames],
  ['late', 'deferred or delayed', allNames],
  ['elsewhere others', 'what it is', allNames],
  ['farewell', 'sign-out hook', everywhere],
  ['hello', 'welcome message', allNames],
  ['land lands', 'redirect after sign-in', allNames],
  ['looks', 'appearance', allNames],
  ['ways', 'sign-in methods or connection options', allNames],
  ['kept', 'unchanged, skipped or stored', allNames],
  ['mend mends mended', 'fix or repair', everywhere],
  ['tidy', 'cleanup', everywhere],
  ['keeper', 'store', allNames],
  ['upkeep', 'maintenance', everywhere],
  ['trouble troubles', 'problem or error', everywhere],
  ['wish wishes', 'preference or opt-in', allNames],
  ['news', 'update or event', allNames],
  ['intake', 'ingest', everywhere],
  ['squeeze squeezed', 'compact', everywhere],
  ['sight', 'visibility', allNames],
  ['whereabouts', 'location', everywhere],
  ['anew', 'again', comments],
  ['colleague colleagues', 'member', comments],
  ['somebody whoever', 'a user, member, contact or caller', comments],
  ['twin twins', 'concurrent copies', comments],
];

export const forbiddenWords: readonly ForbiddenWord[] = words.flatMap(([list, use, where]) =>
  list.split(' ').map((word) => ({ word, use, in: where })),
);

/** Names of files, exports and of the database that may have a forbidden word. The list may only fall. */
export const allowedNames: Allowed = {
  'apps/server/src/features/sync/feed-held-open.test.ts': 'a long poll is held open',
  freezing: 'as the API has it',
  held_reason: 'as the API has it',
  kept: 'as the API has it',
  late_ms: 'as the API has it',
  proven: 'as the API has it',
  rows_kept: 'as the API has it',
  seer: 'a field of stored bulk operations',
  keptAtMs: 'a field of files that browsers have stored',
  standing: 'as the API has it',
};

/** Texts that may have a forbidden word. */
export const allowedTexts: Allowed = {
  'Begins with whsec_ and has 32 to 88 letters and digits behind it.': 'characters',
  'Letters in place of digits.': 'characters',
  'Lower-case letters, digits and _.': 'characters',
  'Small letters, digits and _.': 'characters',
  'codes of letters': 'the purpose of a derived key: another text would be another key',
  'simulator/books.sqlite': 'a file of existing data directories',
  'font-size:28px;letter-spacing:4px;font-weight:600;margin:24px 0': 'CSS',
};
