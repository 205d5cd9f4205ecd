import { parseErrorEnvelope } from '@parley/whatsapp-client';
import { answer } from '@parley/whatsapp-fixtures';
import { expect, it } from 'vitest';
import { presentWebhookError } from './message-error.ts';

it.each([
  [
    { code: 131047, title: 'Re-engagement message', error_data: { details: 'More than 24 hours have passed' } },
    { provider_code: 131047, provider_title: 'Re-engagement message', details: 'More than 24 hours have passed' },
  ],
  [{ code: 131000, title: 'Something', error_data: 'A plain text' }, { details: 'A plain text' }],
  [
    { error: { code: 100, message: '(#100) Invalid parameter', error_user_msg: 'One key is not known' } },
    { provider_title: 'Invalid parameter', details: 'One key is not known' },
  ],
  [
    { code: 424242, title: 'A new rule' },
    { message: 'WhatsApp rejected this: A new rule', provider_code: 424242 },
  ],
])('what WhatsApp said of %j is on the message', (said, shown) => {
  expect(presentWebhookError(parseErrorEnvelope(said))).toMatchObject(shown);
});

it('without words of WhatsApp there are none', () => {
  expect(presentWebhookError(null)).toEqual({
    code: 'provider_error',
    message: 'WhatsApp rejected this',
    next_step: expect.any(String),
  });
  expect(presentWebhookError(parseErrorEnvelope(answer('error-unknown').json))).toHaveProperty('provider_title');
});
