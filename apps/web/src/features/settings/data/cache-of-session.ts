import { session } from '../../../platform/browser-session.ts';
import { cacheBytes, chooseCacheBytes } from '../../sync/public.ts';

/** The chosen limit of the offline copy of this tab's account, bytes. */
export function cacheBytesOfSession(): number {
  return cacheBytes(accountOfSession());
}

export function chooseCacheBytesOfSession(bytes: number): void {
  chooseCacheBytes(accountOfSession(), bytes);
}

function accountOfSession(): string {
  const state = session.state();
  return state.status === 'signed-out' ? '' : state.account;
}
