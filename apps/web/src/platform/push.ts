import type { ClientPush } from './client-push.ts';
import { type Clock, systemClock } from './clock.ts';
import { loadConfig } from './config.ts';
import { onFarewell } from './farewell.ts';
import { createOneSignal } from './one-signal.ts';
import { onStarted, type Started } from './started.ts';

/** Milliseconds a call to the provider may take before it counts as failed. */
export const withinMs = { init: 15_000, login: 10_000, tag: 10_000, logout: 2_000 } as const;

/** The provider the operator set up, or null: then nothing is loaded and nothing is called. */
export async function choosePush(): Promise<ClientPush | null> {
  const { push_app_id } = await loadConfig();
  return push_app_id === null ? null : createOneSignal(push_app_id);
}

/**
 * Introduces a person to the provider: init, login, tag, one after the other and each in its time. The first that fails
 * ends it; the next start tries again.
 * @throws Error naming the step
 */
export async function introduce(push: ClientPush, started: Started, clock: Clock, isFirst: boolean): Promise<void> {
  if (started.pushUserId === null) return;
  const { pushUserId, clientId } = started;
  if (isFirst) await within('init', push.init(), clock);
  await within('login', push.login(pushUserId), clock);
  await within('tag', push.tag(clientId), clock);
}

let begun = false;

/**
 * Keeps the provider informed for the life of the page: after the start-up call, whenever the account changes, and at
 * sign-out before the session is gone. Never anything the screen waits for.
 */
export function startPush(clock: Clock = systemClock): void {
  if (begun) return;
  begun = true;
  let push: Promise<ClientPush | null> | null = null;
  let known = '';
  let queue: Promise<void> = Promise.resolve();
  const stop = onStarted((started) => {
    const next = `${started.pushUserId}:${started.clientId}`;
    if (next === known) return;
    const isFirst = known === '';
    known = next;
    queue = queue.then(async () => {
      push ??= choosePush();
      const provider = await push;
      if (provider !== null) await introduce(provider, started, clock, isFirst);
    });
    queue = queue.catch((error: unknown) => {
      // Notifications are missing until the next start; everything else works.
      console.warn('Push notifications are not set up:', error);
    });
  });
  onFarewell(async () => {
    stop();
    const provider = await push;
    if (!provider || known === '') return;
    await within('logout', provider.logout(), clock);
  });
}

async function within(step: keyof typeof withinMs, work: Promise<void>, clock: Clock): Promise<void> {
  let timer = 0;
  const late = new Promise<never>((_resolve, reject) => {
    timer = clock.setTimer(
      () => reject(new Error(`push ${step} did not answer in ${withinMs[step]} ms`)),
      withinMs[step],
    );
  });
  try {
    await Promise.race([work, late]);
  } catch (error) {
    throw new Error(`push ${step} failed`, { cause: error });
  } finally {
    clock.clearTimer(timer);
  }
}
