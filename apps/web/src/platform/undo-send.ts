import { deviceStorage } from './storage.ts';
import { createStore } from './store.ts';

const undoKey = 'parley:undo-send';

/** How long a sent message waits on this device, in which sending can be undone, seconds. */
export const undoChoices = ['0', '2', '5'] as const;
export type UndoChoice = (typeof undoChoices)[number];

/** No wait unless chosen: in a chat every second is felt. */
export const useUndoChoice = createStore({ choice: readChoice() });

export function applyUndo(choice: UndoChoice): void {
  if (choice === '0') deviceStorage.remove(undoKey);
  else deviceStorage.set(undoKey, choice);
  useUndoChoice.set({ choice });
}

function readChoice(): UndoChoice {
  const stored = deviceStorage.get(undoKey);
  return undoChoices.find((choice) => choice === stored) ?? '0';
}

/** Until when a message that is sent now waits, milliseconds since 1970; undefined: it does not. */
export function undoUntilMs(now: number = Date.now()): number | undefined {
  const seconds = Number(readChoice());
  return seconds === 0 ? undefined : now + seconds * 1_000;
}
