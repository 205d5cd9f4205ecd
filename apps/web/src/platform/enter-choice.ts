import { create } from 'zustand';
import { deviceStorage } from './storage.ts';

const enterKey = 'parley:enter';

/** What Enter does in the field for a message; the other act is then on Ctrl (Cmd) and Enter, or Shift and Enter. */
export const enterChoices = ['send', 'line'] as const;
export type EnterChoice = (typeof enterChoices)[number];

export const useEnterChoice = create<{ choice: EnterChoice }>(() => ({ choice: readChoice() }));

export function chooseEnter(choice: EnterChoice): void {
  if (choice === 'line') deviceStorage.set(enterKey, choice);
  else deviceStorage.remove(enterKey);
  useEnterChoice.setState({ choice });
}

function readChoice(): EnterChoice {
  return deviceStorage.get(enterKey) === 'line' ? 'line' : 'send';
}

export type EnterPress = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/**
 * What a press of Enter means. Sending by Enter: Shift begins a line, Ctrl also marks the conversation as done. Where
 * Enter begins a line, Ctrl sends, and Shift with it also marks as done.
 */
export function enterAct(
  choice: EnterChoice,
  { shiftKey, ctrlKey, metaKey }: EnterPress,
): 'line' | 'send' | 'send-done' {
  const mod = ctrlKey || metaKey;
  if (choice === 'line') return mod ? (shiftKey ? 'send-done' : 'send') : 'line';
  if (shiftKey) return 'line';
  return mod ? 'send-done' : 'send';
}
