import { createHash } from 'node:crypto';
import { digitsIn, plainNumber } from '@parley/contract/phone-text';
import type { ColumnMapping } from '@parley/contract/types';
import { isReservedName } from '@parley/contract/variables';
import { isConsent } from '../check/consent.ts';

/** Common column names of users and other tools, in lower case without punctuation. */
const synonyms: Record<Exclude<ColumnMapping['target'], 'field' | 'ignore'>, readonly string[]> = {
  phone: [
    'cell',
    'cellphone',
    'contact number',
    'contactnumber',
    'mobile',
    'mobile number',
    'mobile phone',
    'mobilenumber',
    'msisdn',
    'number',
    'phone',
    'phone 1 value',
    'phone number',
    'phone number e164',
    'phonenumber',
    'telefon',
    'telefono',
    'telephone',
    'tel',
    'wa id',
    'waid',
    'whatsapp',
    'whatsapp number',
    'whatsappnumber',
    'handynummer',
    'celular',
  ],
  phone_code: [
    'calling code',
    'country calling code',
    'country code',
    'countrycode',
    'dial code',
    'dialing code',
    'isd code',
    'phone code',
    'phone country code',
  ],
  name: [
    'contact name',
    'contact',
    'customer',
    'customer name',
    'display name',
    'full name',
    'fullname',
    'name',
    'nombre',
  ],
  first_name: ['first', 'first name', 'firstname', 'given name', 'givenname', 'vorname'],
  last_name: ['family name', 'familyname', 'last', 'last name', 'lastname', 'nachname', 'surname'],
  lists: ['contact lists', 'group membership', 'groups', 'labels', 'lists', 'segments', 'tags'],
  opted_in_at: [
    'agreed',
    'agreement',
    'consent',
    'gdpr',
    'gdpr consent',
    'gdpr ok',
    'marketing consent',
    'opt in',
    'opt in date',
    'opted in',
    'opted in at',
    'optin',
    'optin date',
    'subscribed',
  ],
  opt_in_source: ['opt in source', 'optin source'],
};

/** Columns of our own exports that an import does not set. */
const ownExtras = ['created at', 'opted out at'];

/** Exports of other tools, by columns that only they have. */
const tools: ReadonlyArray<{
  name: string;
  marks: readonly string[];
  /** There are no others. */
  isAll?: boolean;
  columns: Record<string, ColumnMapping['target']>;
}> = [
  {
    name: 'WATI',
    marks: ['whatsapp number', 'allow broadcast'],
    columns: { 'whatsapp number': 'phone', 'allow broadcast': 'ignore', 'allow sms': 'ignore' },
  },
  ...['allowbroadcast', 'allowcampaign'].map((mark) => ({
    name: 'WATI',
    marks: ['countrycode', 'phone', mark],
    columns: { countrycode: 'phone_code', [mark]: 'ignore', allowsms: 'ignore' } as const,
  })),
  {
    name: 'respond.io',
    marks: ['phone number', 'assignee', 'lifecycle'],
    columns: { 'contact id': 'ignore', assignee: 'ignore', lifecycle: 'field', 'conversation status': 'ignore' },
  },
  {
    name: 'Chatwoot',
    marks: ['phone number', 'identifier', 'company name'],
    columns: { id: 'ignore', identifier: 'ignore', labels: 'lists' },
  },
  {
    name: 'Chatwoot',
    marks: ['id', 'name', 'email', 'phone number', 'labels'],
    columns: { id: 'ignore', labels: 'lists' },
  },
  { name: 'Chatwoot', marks: ['id', 'name', 'email', 'phone number'], isAll: true, columns: { id: 'ignore' } },
  {
    name: 'Google Contacts',
    marks: ['given name', 'family name', 'phone 1 value'],
    columns: {
      'phone 1 type': 'ignore',
      'e mail 1 type': 'ignore',
      'name prefix': 'ignore',
      'name suffix': 'ignore',
      photo: 'ignore',
    },
  },
  {
    name: 'Google Contacts',
    marks: ['first name', 'last name', 'phone 1 value'],
    columns: { 'phone 1 label': 'ignore', 'e mail 1 label': 'ignore', photo: 'ignore', labels: 'lists' },
  },
];

const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export type Suggested = { suggestion: ColumnMapping; confidence: number };

function areLikelyPhones(samples: readonly string[]): boolean {
  const filled = samples.filter((sample) => sample.trim() !== '');
  const phones = filled
    .map(plainNumber)
    .filter((sample) => /^\+?[\d\s()./-]{7,20}$/.test(sample) && digitsIn(sample).length >= 7);
  return filled.length > 0 && phones.length === filled.length;
}

/** A column may be called consent, or code, and say something else: then it is a field. */
function fits(target: ColumnMapping['target'], samples: readonly string[]): boolean {
  if (target === 'opted_in_at') return samples.every((sample) => isConsent(sample));
  return target !== 'phone_code' || samples.every((sample) => /^(?:(?:\+|00)?\d{1,4}|[a-z]{2})?$/i.test(sample.trim()));
}

/**
 * Suggests a mapping by the names of columns, the tool that wrote the file, and the values.
 * @param known names of the account's own fields
 */
export function suggestMapping(
  columns: ReadonlyArray<{ name: string; samples: readonly string[] }>,
  known: readonly string[],
): { sampleKind: string | null; columns: Suggested[] } {
  const names = columns.map(({ name }) => plain(name));
  const tool = tools.find(
    ({ marks, isAll }) => marks.every((mark) => names.includes(mark)) && (!isAll || names.length === marks.length),
  );
  const taken = new Set<string>();
  const once = (target: ColumnMapping['target']) => {
    if (taken.has(target)) return false;
    if (target !== 'field' && target !== 'ignore') taken.add(target);
    return true;
  };
  const found = columns.map(({ name, samples }, index): Suggested => {
    const key = names[index] ?? '';
    const fromTool = tool !== undefined && Object.hasOwn(tool.columns, key) ? tool.columns[key] : undefined;
    if (fromTool !== undefined && fromTool !== 'field' && once(fromTool))
      return { suggestion: { target: fromTool }, confidence: 1 };
    const field = known.find((own) => plain(own) === key);
    if (field !== undefined) return { suggestion: { target: 'field', field }, confidence: 1 };
    for (const [target, words] of Object.entries(synonyms) as [keyof typeof synonyms, readonly string[]][]) {
      if (words.includes(key) && fits(target, samples) && once(target))
        return { suggestion: { target }, confidence: 0.9 };
    }
    const empty = samples.every((sample) => sample.trim() === '');
    if (empty || key === '' || ownExtras.includes(key) || isReservedName(name))
      return { suggestion: { target: 'ignore' }, confidence: 0.6 };
    return { suggestion: { target: 'field', field: name.trim().slice(0, 40).trim().toWellFormed() }, confidence: 0.4 };
  });
  // No column is named like a phone number: take the first one with nothing but numbers.
  if (!taken.has('phone')) {
    const index = columns.findIndex(({ samples }) => areLikelyPhones(samples));
    if (index >= 0) found[index] = { suggestion: { target: 'phone' }, confidence: 0.7 };
  }
  return { sampleKind: tool?.name ?? null, columns: found };
}

/** By which a later file with the same columns is known again. */
export function headerHash(names: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(names.map(plain)))
    .digest();
}
