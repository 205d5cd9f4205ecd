import { onAccountStarted } from './account-started.ts';
import type { ClientPush } from './client-push.ts';
import { type Clock, systemClock } from './clock.ts';
import { loadConfig } from './config.ts';
import { createOneSignal } from './one-signal.ts';

/** Timeouts of calls to the provider in milliseconds; signing out includes init where needed. */
export const withinMs = { init: 15_000, login: 10_000, tag: 10_000, logout: 2_000 } as const;

let chosen: Promise<ClientPush | null> | null = null;

/** OneSignal where it is configured, otherwise Web Push; null where the browser has none. */
export function choosePush(): Promise<ClientPush | null> {
  chosen ??= loadConfig()
    .then(async ({ push_app_id }) => {
      if (push_app_id !== null) return createOneSignal(push_app_id);
      return (await import('./web-push.ts')).createWebPush();
    })
    .catch((error: unknown) => {
      chosen = null;
      throw error;
    });
  return chosen;
}

/** The account, and the id the push provider knows the user by. */
type PushUser = { clientId: string; pushUserId: string | null };

/**
 * Signs the user in at the provider: init, login, tag, one after another, each with a timeout. The first failure ends
 * it; the next start tries again.
 * @throws Error naming the step
 */
export async function introduce(push: ClientPush, { pushUserId, clientId }: PushUser, clock: Clock): Promise<void> {
  if (pushUserId === null && push.needsUserId !== false) return;
  await within('init', push.init(), clock);
  await within('login', push.login(pushUserId ?? ''), clock);
  await within('tag', push.tag(clientId), clock);
}

/** Serializes calls to the provider, so that a late answer cannot sign a user in again after signing out. */
let queue: Promise<void> = Promise.resolve();
let stopListening: (() => void) | null = null;

/** Updates the provider for the life of the page: after the start-up call and whenever the account changes. */
export function startPush(clock: Clock = systemClock): void {
  if (stopListening !== null) return;
  let known = '';
  stopListening = onAccountStarted(({ client, push_user_id: pushUserId }) => {
    const user = { clientId: client.client_id, pushUserId };
    const next = `${pushUserId}:${user.clientId}`;
    if (next === known) return;
    known = next;
    queue = queue.then(async () => {
      const push = await choosePush();
      if (push !== null) await introduce(push, user, clock);
    });
    queue = queue.catch((error: unknown) => {
      // No notifications until the next start; everything else works.
      console.warn('Push notifications are not set up:', error);
    });
  });
}

/**
 * Signs this browser out at the provider, also on a page that never signed in there, because an earlier page may have.
 * A failure or timeout must not prevent signing out.
 */
export async function signOutOfPush(clock: Clock = systemClock): Promise<void> {
  stopListening?.();
  const leaving = queue.then(async () => {
    const push = await choosePush();
    if (push === null) return;
    await push.init();
    await push.logout();
  });
  queue = leaving.catch(() => undefined);
  await within('logout', leaving, clock).catch(() => undefined);
}

async function within(step: keyof typeof withinMs, work: Promise<void>, clock: Clock): Promise<void> {
  let timer = 0;
  const delayed = new Promise<never>((_resolve, reject) => {
    timer = clock.setTimer(
      () => reject(new Error(`push ${step} did not answer in ${withinMs[step]} ms`)),
      withinMs[step],
    );
  });
  try {
    await Promise.race([work, delayed]);
  } catch (error) {
    throw new Error(`push ${step} failed`, { cause: error });
  } finally {
    clock.clearTimer(timer);
  }
}
