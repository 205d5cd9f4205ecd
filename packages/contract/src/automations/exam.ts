/* How an AI intent did on messages that customers wrote: what the step makes of an answer, and what a bar would do. */

export const examSizes = [10, 25, 50] as const;
/** Marks without which a step is not published, unless the account has fewer messages. */
export const neededMarks = 10;

/** The number of an intent, 0 for none, and how sure the provider is in percent; null: it did not say. */
export type IntentAnswer = { intent: number; confidence: number | null };

/** Whether the way of the intent is taken. An answer that does not say how sure it is counts as unsure. */
export function isSureEnough({ intent, confidence }: IntentAnswer, bar: number): boolean {
  return intent > 0 && confidence !== null && confidence >= bar;
}

type Words = { name: string; about: string };

/** Whether an exam of some intents is one of others: their names and descriptions in their order are what is asked. */
export function areSameIntents(some: readonly Words[], others: readonly Words[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, about }, at) => name === others[at]?.name && about === others[at]?.about)
  );
}

export type Marked = { intent: number | null; confidence: number | null; mark: string | null };
/** `taken`: answers that reach the bar; `right` of the `judged` ones among them, which are marked right or wrong. */
export type BarResult = { bar: number; taken: number; right: number; judged: number };

const tens = Array.from({ length: 11 }, (_one, at) => at * 10);

/** What each possible bar would have done, in steps of ten, and the one that is chosen. */
export function barResults(answers: readonly Marked[], chosen: number): BarResult[] {
  const bars = [...new Set([...tens, chosen])].sort((a, b) => a - b);
  return bars.map((bar) => {
    const taken = answers.filter(({ intent, confidence }) => isSureEnough({ intent: intent ?? 0, confidence }, bar));
    const right = taken.filter(({ mark }) => mark === 'right').length;
    const wrong = taken.filter(({ mark }) => mark === 'wrong').length;
    return { bar, taken: taken.length, right, judged: right + wrong };
  });
}
