import type { Message } from '@parley/contract/types';
import { expect, test } from 'vitest';
import { editableText, scheduledOf, textChange } from './scheduled.ts';

const message = (id: string, changes: Partial<Message>) =>
  ({ id, thread_id: 't', type: 'text', text: { preview_url: false, body: id }, ...changes }) as Message;

test('the scheduled messages of a thread come in the order in which they are sent', () => {
  const rows = [
    message('late', { send_at: '2027-03-02T09:00:00.000Z' }),
    message('other', { send_at: '2027-03-01T08:00:00.000Z', thread_id: 'u' }),
    message('b', { send_at: '2027-03-01T09:00:00.000Z' }),
    message('a', { send_at: '2027-03-01T09:00:00.000Z' }),
  ];
  expect(scheduledOf(rows, 't').map(({ id }) => id)).toEqual(['a', 'b', 'late']);
});

test('text and captions can be edited, other contents cannot', () => {
  const media_info = { media_id: 'm' } as NonNullable<Message['image']>['media_info'];
  const { text: _text, ...bare } = message('x', {});
  const image = { ...bare, type: 'image', image: { media_info } } as Message;
  const document = {
    ...bare,
    type: 'document',
    document: { media_info, filename: 'a.pdf', caption: 'old' },
  } as Message;
  expect(editableText(message('words', {}))).toBe('words');
  expect(editableText(image)).toBe('');
  expect(editableText({ ...bare, type: 'location', location: {} } as Message)).toBeNull();
  expect(textChange(message('words', {}), 'new')).toEqual({ text: { preview_url: false, body: 'new' } });
  expect(textChange(image, ' ')).toEqual({ image: { media_id: 'm' } });
  expect(textChange(document, 'new')).toEqual({ document: { media_id: 'm', caption: 'new', filename: 'a.pdf' } });
});
