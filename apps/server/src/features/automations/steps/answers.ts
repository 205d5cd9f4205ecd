import { foldText } from '@parley/contract/fold-text';
import { parsePhone } from '@parley/contract/phone-number';
import type { StepOf } from '@parley/contract/types';
import { bareWords } from '@parley/contract/words';
import type { IncomingText } from '../words/incoming-text.ts';

type Ask = StepOf<'ask'>;

/** @returns the value to save; null when the answer does not fit */
export async function readAnswer(
  ask: Ask,
  incoming: IncomingText,
  at: { now: Date; country: string },
): Promise<string | null> {
  const text = incoming.text.trim();
  if (ask.answer === 'choice') return readChoice(ask, incoming);
  if (text === '') return null;
  switch (ask.answer) {
    case 'text':
      return text;
    case 'number': {
      const number = foldText(text).replace(',', '.');
      return /^[-+]?\d{1,15}(\.\d{1,12})?$/.test(number) ? String(Number(number)) : null;
    }
    case 'date':
      return readDate(text.slice(0, mostOfDate), at);
    case 'email':
      return /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text) ? text : null;
    case 'phone': {
      const digits = parsePhone(text, at.country);
      return digits === null ? null : `+${digits}`;
    }
  }
}

/** A choice by its button, its name or its number. */
function readChoice({ choices }: Ask, { text, reply }: IncomingText): string | null {
  const said = bareWords(reply?.title ?? text);
  const chosen =
    choices.find(({ id }) => id === reply?.id) ??
    choices.find(({ title }) => bareWords(title) === said) ??
    choices.find((_choice, at) => said === String(at + 1));
  return chosen?.title ?? null;
}

/** The date is named before this; each of the readers compares every word with all that it knows. */
const mostOfDate = 200;

/** Day before month where a date leaves it open, except in countries that write the month first. */
async function readDate(text: string, { now, country }: { now: Date; country: string }): Promise<string | null> {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(foldText(text))?.[0];
  if (iso !== undefined) return Number.isNaN(Date.parse(iso)) ? null : iso;
  const chrono = await import('chrono-node');
  const english = country === 'US' || country === 'PH' ? chrono.en.casual : chrono.en.GB;
  for (const reader of [english, chrono.de, chrono.fr, chrono.es, chrono.pt, chrono.it, chrono.nl]) {
    const [found] = reader.parse(text.replaceAll(/(?<=\d)\.(?=\d)/g, '/'), now, { forwardDate: true });
    if (found === undefined) continue;
    const { start } = found;
    const part = (name: 'month' | 'day') => String(start.get(name)).padStart(2, '0');
    return `${start.get('year')}-${part('month')}-${part('day')}`;
  }
  return null;
}
