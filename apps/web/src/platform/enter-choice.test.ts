import { expect, test } from 'vitest';
import { enterAction } from './enter-choice.ts';

const none = { shiftKey: false, ctrlKey: false, metaKey: false };

test.each([
  ['send', none, 'send'],
  ['send', { ...none, shiftKey: true }, 'line'],
  ['send', { ...none, ctrlKey: true }, 'send-done'],
  ['send', { ...none, metaKey: true }, 'send-done'],
  ['line', none, 'line'],
  ['line', { ...none, shiftKey: true }, 'line'],
  ['line', { ...none, ctrlKey: true }, 'send'],
  ['line', { ...none, metaKey: true }, 'send'],
  ['line', { ...none, ctrlKey: true, shiftKey: true }, 'send-done'],
] as const)('Enter %ss, %o: %s', (choice, press, expected) => {
  expect(enterAction(choice, press)).toBe(expected);
});
