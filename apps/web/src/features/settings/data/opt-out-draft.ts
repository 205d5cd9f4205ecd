import type { OptOutWords } from '@parley/contract/opt-out-words';

/** The words of a language as they are typed, separated by commas. */
export type OptOutDraft = { language: string; opt_out: string; opt_in: string };

export function draftOf(words: readonly OptOutWords[]): OptOutDraft[] {
  return words.map(({ language, opt_out, opt_in }) => ({
    language,
    opt_out: opt_out.join(', '),
    opt_in: opt_in.join(', '),
  }));
}

export function wordsOf(draft: readonly OptOutDraft[]): OptOutWords[] {
  return draft.map(({ language, opt_out, opt_in }) => ({ language, opt_out: split(opt_out), opt_in: split(opt_in) }));
}

function split(typed: string): string[] {
  return typed
    .split(/[,;\n،、]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Languages that customers write in, by ISO 639. */
export const optOutLanguages = (
  'af sq ar az bn bg ca zh hr cs da nl en et fil fi fr ka de el gu ha he hi hu id ga it ja kn kk rw ko ky lo lv lt mk ms ' +
  'ml mr nb fa pl pt pa ro ru sr sk sl es sw sv ta te th tr uk ur uz vi zu'
).split(' ');
