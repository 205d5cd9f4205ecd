import { expect, test } from 'vitest';
import { ratingRule } from '../ratings/rule.ts';
import { autoCloseRule } from '../settings/auto-close-rule.ts';
import { optOutAnswers } from '../settings/opt-out-answers-schema.ts';

const words = 'Bye {{FIRST_NAME}}';
const message = 'Customers would see {{FIRST_NAME}} as it stands: nothing is filled in here. Remove it.';

test.each([
  [autoCloseRule, { after_minutes: 60, waiting: false, text: words }],
  [optOutAnswers, { on: true, texts: [{ language: 'en', opt_out: words, opt_in: '' }] }],
  [
    ratingRule,
    {
      ...{ scale: 5, delay_minutes: 0, every_days: 0, comments: false },
      texts: [{ language: 'en', question: 'How was it?', button: 'Rate', thanks: words }],
    },
  ],
])('texts that the account sends by itself hold no variables, which nothing fills in: %#', (schema, value) => {
  const { error } = schema.safeParse(value);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  const without = JSON.parse(JSON.stringify(value).replace(words, 'Bye')) as unknown;
  expect(schema.safeParse(without).success).toBe(true);
});
