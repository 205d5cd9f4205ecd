/** `seconds`: null where the engine does not say; `language`: a tag by BCP 47. */
export type Written = { text: string; language: string | null; seconds: number | null };

const mostText = 30_000;

/** @returns null when it is none */
export function readTranscript(answer: unknown): Written | null {
  const { text, language, duration, usage } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    text?: unknown;
    language?: unknown;
    duration?: unknown;
    usage?: { seconds?: unknown };
  };
  if (typeof text !== 'string') return null;
  const clean = text.replaceAll('\u0000', '').toWellFormed().trim();
  const seconds = [duration, usage?.seconds].map(Number).find((value) => value > 0 && value < 86_400);
  return {
    text: clean.length > mostText ? `${clean.slice(0, mostText - 1).toWellFormed()}…` : clean,
    language: typeof language === 'string' ? tagOf(language) : null,
    seconds: seconds === undefined ? null : Math.ceil(seconds),
  };
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** Engines name a language by its tag or in English: `de`, `german`. */
function tagOf(language: string): string | null {
  const word = language.trim().toLowerCase();
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(word)) return Intl.getCanonicalLocales(word)[0] ?? null;
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const tags = letters.flatMap((first) => letters.map((second) => first + second));
  return tags.find((tag) => names.of(tag)?.toLowerCase() === word) ?? null;
}
