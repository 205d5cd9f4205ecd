import { deviceStorage } from './storage.ts';
import { createStore } from './store.ts';

const enterKey = 'parley:enter';

/**
 * What Enter does in the message field: send, or a new line. The other one is Ctrl (Cmd) and Enter, or Shift and Enter.
 */
export const enterChoices = ['send', 'line'] as const;
export type EnterChoice = (typeof enterChoices)[number];

export const useEnterChoice = createStore({ choice: readChoice() });

export function applyEnter(choice: EnterChoice): void {
  if (choice === 'line') deviceStorage.set(enterKey, choice);
  else deviceStorage.remove(enterKey);
  useEnterChoice.set({ choice });
}

function readChoice(): EnterChoice {
  return deviceStorage.get(enterKey) === 'line' ? 'line' : 'send';
}

export type EnterPress = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/**
 * What a press of Enter does. When Enter sends: with Shift a new line, with Ctrl it also marks the conversation as
 * done. When Enter makes a new line: with Ctrl it sends, with Ctrl and Shift it also marks as done.
 */
export function enterAction(
  choice: EnterChoice,
  { shiftKey, ctrlKey, metaKey }: EnterPress,
): 'line' | 'send' | 'send-done' {
  const mod = ctrlKey || metaKey;
  if (choice === 'line') return mod ? (shiftKey ? 'send-done' : 'send') : 'line';
  if (shiftKey) return 'line';
  return mod ? 'send-done' : 'send';
}
