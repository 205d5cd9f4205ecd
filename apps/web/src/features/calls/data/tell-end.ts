import { longestCallS } from '@parley/contract/calls';
import { ApiError } from '../../../platform/errors.ts';
import { tabStorage } from '../../../platform/storage.ts';
import { createStore } from '../../../platform/store.ts';
import type { LiveAccount } from '../../sync/public.ts';

/** A call that this page, or the one before it in this tab, has ended or left. */
export type EndedCall = { id: string; device_id: string; page_left: boolean };

/** Calls that ended here and of which the server could not be told yet. */
export const useUntold = createStore(0);

/** Of this tab: the page that comes after a reload tells of the call that the one before ended or left. */
const key = 'parley.call';
const firstWaitMs = 1_000;
const longestWaitMs = 15_000;

export function rememberCall(call: EndedCall): void {
  tabStorage.set(key, JSON.stringify(call));
}

export function forgetCall(id: string): void {
  if (rememberedCall()?.id === id) tabStorage.remove(key);
}

export function rememberedCall(): EndedCall | null {
  try {
    const left: unknown = JSON.parse(tabStorage.get(key) ?? 'null');
    const { id, device_id, page_left } = (left ?? {}) as { [of in keyof EndedCall]?: unknown };
    if (typeof id !== 'string' || typeof device_id !== 'string') return null;
    return { id, device_id, page_left: page_left !== false };
  } catch {
    return null;
  }
}

/** Tells once, also while the page is left. @throws ApiError, NetworkError */
export async function tellEnd(account: LiveAccount, { id, ...body }: EndedCall): Promise<void> {
  await account.api('POST /api/calls/{id}/hang-up', { params: { id }, body }, { keepalive: true });
}

/**
 * Tells until the server knows: again and again while it cannot be reached, at once when the network is back, and by the
 * next page of the tab. The same again changes nothing.
 */
export async function tellEndUntilKnown(account: LiveAccount, call: EndedCall): Promise<void> {
  const giveUpAt = Date.now() + longestCallS * 1_000;
  let waitMs = firstWaitMs;
  rememberCall(call);
  try {
    while (!(await isKnown(account, call)) && Date.now() < giveUpAt) {
      if (waitMs === firstWaitMs) useUntold.set(useUntold.get() + 1);
      await pause(waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
  } finally {
    if (waitMs !== firstWaitMs) useUntold.set(useUntold.get() - 1);
    forgetCall(call.id);
  }
}

/** What the server refuses it knows: another page has the call, or it ended. */
async function isKnown(account: LiveAccount, call: EndedCall): Promise<boolean> {
  try {
    await tellEnd(account, call);
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status < 500 && error.status !== 429;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
  });
}
