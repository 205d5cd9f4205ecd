import { msg } from '@lingui/core/macro';
import type { CustomField } from '@parley/contract/types';

export const typeTitles = {
  text: msg`Text`,
  number: msg`Number`,
  date: msg`Date`,
  choice: msg`Choice`,
  yes_no: msg`Yes or no`,
} satisfies Record<CustomField['type'], unknown>;

/** Suggestions for an account without fields. */
export const suggestedFields = [
  { name: msg`Company`, type: 'text' },
  { name: msg`Email`, type: 'text' },
  { name: msg`Birthday`, type: 'date' },
  { name: msg`City`, type: 'text' },
  { name: msg`Language`, type: 'text' },
] as const;
