import { expect, test } from 'vitest';
import { noticeOf } from './use-message-labels.ts';

test('a system message without a text has words by its type; WhatsApp’s own text wins', () => {
  expect(noticeOf('request_welcome')).toBe('opened');
  expect(noticeOf('user_changed_number')).toBe('number_changed');
  expect(noticeOf('customer_changed_number')).toBe('number_changed');
  expect(noticeOf('customer_identity_changed')).toBe('security_code_changed');
  expect(noticeOf('user_changed_user_id')).toBe('user_id_changed');
  expect(noticeOf('something_new')).toBeNull();
  expect(noticeOf('Amara changed_number')).toBeNull();
  expect(noticeOf('')).toBeNull();
});
