import { expect, test } from 'vitest';
import { stateOf } from './use-message-labels.ts';

test('a message without a text has words by its type; its own text wins', () => {
  expect(stateOf('request_welcome')).toBe('opened');
  expect(stateOf('user_changed_number')).toBe('number_changed');
  expect(stateOf('customer_changed_number')).toBe('number_changed');
  expect(stateOf('customer_identity_changed')).toBe('security_code_changed');
  expect(stateOf('user_changed_user_id')).toBe('user_id_changed');
  expect(stateOf('nfm_reply')).toBe('form_filled');
  expect(stateOf('call_permission_reply_accept')).toBe('calls_allowed');
  expect(stateOf('call_permission_reply_reject')).toBe('calls_declined');
  expect(stateOf('something_new')).toBeNull();
  expect(stateOf('Amara changed_number')).toBeNull();
  expect(stateOf('')).toBeNull();
});
