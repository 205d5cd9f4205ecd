import { join } from 'node:path';
import type { Baseline } from '../baseline/baseline.ts';
import { type Account, addMember } from '../harness/accounts.ts';
import type { Sample } from '../harness/bench.ts';
import type { Parley } from '../harness/parley.ts';
import type { Worker } from '../harness/worker.ts';
import type { DeliveryPlan } from './deliveries.ts';
import type { ScreenCommands, ScreenKind } from './screens.ts';

export const screensEntry = join(import.meta.dirname, 'screens.ts');

/** Customers of the account who have written before. */
export const knownCustomers = 500;

export type Screens = Worker<ScreenCommands>;

/** A server whose screens are measured. `tokens`: of the members who have them in turn. */
export type ScreenSide = { kind: ScreenKind; url: string; tokens: string[]; path: string; secret: string };

/** A member may have 50 connections. */
const screensOfMember = 50;

/** @param screens the most that are connected at once */
export async function productSide(parley: Parley, account: Account, screens: number): Promise<ScreenSide> {
  const tokens = [account.token];
  // Those who see everything get the same frames.
  while (tokens.length * screensOfMember < screens) tokens.push(await addMember(parley, account, 'Admin'));
  const path = `/webhooks/whatsapp/${account.channelId}`;
  return { kind: 'parley', url: parley.url, tokens, path, secret: account.appSecret };
}

export function comparisonSide(baseline: Baseline, kind: ScreenKind): ScreenSide {
  return { kind, url: baseline.url, tokens: [], path: '/', secret: baseline.secret };
}

let planned = 0;

/** Texts of known customers, with ids that no other plan has. */
export function textsFor(side: ScreenSide, account: Account, posts: number): DeliveryPlan {
  return {
    destinations: [{ ...account, path: side.path, secret: side.secret }],
    posts,
    eventsPerPost: 1,
    label: `N${planned++}`,
    status: 'delivered',
    firstMessage: 0,
    knownCustomers,
    firstCustomer: 0,
    messagesOnly: true,
  };
}

/** From writing one text until the last of `count` screens has it: half within, milliseconds. */
export function measureLast(
  screens: Screens,
  account: Account,
  side: ScreenSide,
  { count, posts }: { count: number; posts: number },
): () => Promise<Sample> {
  return async () => {
    await screens.call('connect', { ...side, count });
    const { p50, p95 } = await screens.call('oneByOne', { plan: textsFor(side, account, posts), pauseMs: 10 });
    await screens.call('disconnect', null);
    return { value: p50, faults: [], notes: { 'ms p95': p95 } };
  };
}
