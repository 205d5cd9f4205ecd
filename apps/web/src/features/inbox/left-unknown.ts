import { session } from '../../platform/browser-session.ts';
import { accountValues, deviceStorage } from '../../platform/storage.ts';

/** Enough for what a person decides in months; the oldest go first. */
const remembered = 500;
const name = 'left-unknown';

/** Messages of unknown outcome that this person left as they are, on this device; gone at sign-out. */
function readLeft(): string[] {
  const state = session.state();
  if (state.status === 'signed-out') return [];
  const kept = accountValues(deviceStorage, state.account).read(name);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

export function wasLeft(messageId: string): boolean {
  return readLeft().includes(messageId);
}

/** The person's *Leave it*: the message keeps its state, the question goes. */
export function leaveUnknown(messageId: string): void {
  const state = session.state();
  if (state.status === 'signed-out') return;
  const left = [...readLeft().filter((id) => id !== messageId), messageId].slice(-remembered);
  accountValues(deviceStorage, state.account).write(name, left);
}
