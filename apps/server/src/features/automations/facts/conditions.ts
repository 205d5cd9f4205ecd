import { createHash } from 'node:crypto';
import { openingAt } from '@parley/contract/opening';
import { phoneCountry } from '@parley/contract/phone-number';
import type { AutomationCondition, WorkingHours } from '@parley/contract/types';
import { plainWords } from '@parley/contract/words';
import type { ContactRow } from '../../contacts/public.ts';
import type { ThreadRow } from '../../messaging/public.ts';
import { findWord, type Purpose } from '../words/compare.ts';
import { languageOf } from './language.ts';

/** What conditions are about. */
export type Facts = {
  thread: Pick<ThreadRow, 'channel_id' | 'label_ids' | 'assignee_id' | 'assignee_group_id' | 'contact_id'>;
  contact: Pick<ContactRow, 'contact_list_ids' | 'custom_fields' | 'phone_number' | 'name'>;
  workingHours: WorkingHours | null;
  /** On the clock of the channel. */
  now: Date;
  variables: Readonly<Record<string, string>>;
  /** The last message of the customer. */
  text: string;
  /** Of that message; absent: it came from no ad. */
  ad: string | undefined;
  clientId: string;
  purpose: Purpose;
};

/**
 * @param seed makes a percentage choose the same contacts each time
 * @throws SlowWords
 */
export async function areConditionsMet(
  conditions: readonly AutomationCondition[],
  facts: Facts,
  seed: string,
): Promise<boolean> {
  for (const [at, one] of conditions.entries()) if (!(await isConditionMet(one, facts, `${seed}:${at}`))) return false;
  return true;
}

async function isConditionMet(one: AutomationCondition, facts: Facts, seed: string): Promise<boolean> {
  const { thread, contact } = facts;
  switch (one.kind) {
    case 'channel':
      return one.channel_ids.includes(thread.channel_id);
    case 'hours':
      return (facts.workingHours === null || openingAt(facts.workingHours, facts.now.getTime()).open) === one.open;
    case 'list':
      return (one.list_id !== null && contact.contact_list_ids.includes(one.list_id)) === one.is;
    case 'label':
      return (one.label_id !== null && thread.label_ids.includes(one.label_id)) === one.is;
    case 'assigned':
      return (thread.assignee_id !== null || thread.assignee_group_id !== null) === one.is;
    case 'value':
      return compare(valueNamed(one.name, facts), one.operator, one.value);
    case 'ad':
      return facts.ad !== undefined && (one.ads.length === 0 || one.ads.some(({ id }) => id === facts.ad));
    case 'country': {
      const country = contact.phone_number === null ? null : phoneCountry(contact.phone_number);
      return country !== null && one.codes.includes(country);
    }
    case 'language': {
      const language = languageOf(contact.custom_fields, facts.text);
      return language !== null && one.languages.includes(language);
    }
    case 'text':
      return (await findWord(facts.clientId, facts.purpose, { text: facts.text, reply: null }, one)) !== null;
    case 'percentage':
      return shareOf(`${seed}:${thread.contact_id}`) < one.percent;
  }
}

function valueNamed(name: string, { variables, contact }: Facts): string {
  const own = (from: Readonly<Record<string, string>>) => (Object.hasOwn(from, name) ? from[name] : undefined);
  return (own(variables) ?? own(contact.custom_fields) ?? '').trim();
}

type Operator = Extract<AutomationCondition, { kind: 'value' }>['operator'];

function compare(value: string, operator: Operator, other: string): boolean {
  const [a, b] = [plainWords(value), plainWords(other)];
  switch (operator) {
    case 'is':
      return a === b;
    case 'is_not':
      return a !== b;
    case 'contains':
      return a.includes(b);
    case 'is_set':
      return a !== '';
    case 'is_empty':
      return a === '';
    case 'greater':
    case 'less': {
      if (a === '') return false;
      const [x, y] = [Number(a), Number(b)];
      // Dates as year-month-day compare as texts.
      const order = Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
      return operator === 'greater' ? order > 0 : order < 0;
    }
  }
}

/** A number from 0 to 99 that only the text decides. */
function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % 100;
}
