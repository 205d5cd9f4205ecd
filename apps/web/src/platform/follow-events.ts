import { session } from './browser-session.ts';
import { type ClientEvent, clientEvents, noteEvent, restoreEvents } from './client-events.ts';
import { accountValues, tabStorage } from './storage.ts';

const name = 'client-events';

let isFollowing = false;

/**
 * Notes errors and the connection, and takes the events over a reload: the error page leads to the bug report by one.
 * Idempotent.
 */
export function followEvents(): void {
  if (isFollowing) return;
  isFollowing = true;
  const values = () => {
    const state = session.state();
    return state.status === 'signed-out' ? null : accountValues(tabStorage, state.account);
  };
  const earlier = values()?.read(name);
  if (Array.isArray(earlier)) restoreEvents(earlier.filter(isEvent));
  values()?.remove(name);
  window.addEventListener('pagehide', () => values()?.write(name, clientEvents()));
  window.addEventListener('error', ({ error, message }) => noteError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => noteError(reason));
  window.addEventListener('online', () => noteEvent({ kind: 'connection', what: 'online' }));
  window.addEventListener('offline', () => noteEvent({ kind: 'connection', what: 'offline' }));
}

function noteError(error: unknown): void {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  noteEvent({ kind: 'error', what: text.slice(0, 300) });
}

/** Another version of the app may have written it. */
function isEvent(value: unknown): value is ClientEvent {
  const { at, kind, what } = (value ?? {}) as Partial<ClientEvent>;
  return (
    typeof at === 'string' && typeof what === 'string' && ['page', 'call', 'error', 'connection'].includes(kind ?? '')
  );
}
