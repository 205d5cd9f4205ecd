import { session } from '../../../platform/browser-session.ts';
import { accountValues, deviceStorage } from '../../../platform/storage.ts';

/** Enough for months of use; the oldest are dropped first. */
const remembered = 500;
const name = 'left-unknown';

/** Messages of unknown outcome that the user dismissed on this device; deleted at sign-out. */
function readDismissed(): string[] {
  const state = session.state();
  if (state.status === 'signed-out') return [];
  const stored = accountValues(deviceStorage, state.account).read(name);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

export function isDismissed(messageId: string): boolean {
  return readDismissed().includes(messageId);
}

/** Dismisses the question about an unknown outcome; the message keeps its state. */
export function dismissUnknown(messageId: string): void {
  const state = session.state();
  if (state.status === 'signed-out') return;
  const left = [...readDismissed().filter((id) => id !== messageId), messageId].slice(-remembered);
  accountValues(deviceStorage, state.account).write(name, left);
}
