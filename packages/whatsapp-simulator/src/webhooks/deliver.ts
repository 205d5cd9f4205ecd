import type { Core } from '../engine/core.ts';
import { maxBodyCharacters } from '../engine/traffic.ts';
import type { Account } from '../storage/accounts.ts';
import type { Update } from '../storage/outbox.ts';
import { composeBody, signatureOf } from './body.ts';
import { type Caller, createCaller, type Outcome } from './post.ts';
import { forbiddenReason } from './target.ts';

/** Milliseconds before each further try; the last one repeats. */
const backoffMs = [200, 500, 1000, 2000, 5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000];

const jsonType = 'application/json';

/** After seven days an update is given up, as the platform's newer pages say. */
const horizonMs = 7 * 24 * 3600 * 1000;

/** Where one account's webhooks stand. */
export interface DeliveryQueue {
  account: Account;
  caller: Caller;
  inFlight: number;
  timer: NodeJS.Timeout | null;
  timerAtMs: number;
  /** Consecutive attempts with a refused connection. */
  refusals: number;
  blockedUntilMs: number;
  stopped: boolean;
}

/** One POST and what follows from it. Never rejects. */
export async function deliver(core: Core, queue: DeliveryQueue, url: string, updates: Update[]): Promise<void> {
  const { account } = queue;
  const startedMs = Date.now();
  const body = Buffer.from(composeBody(account, updates), 'latin1');
  // What a webhook tells must survive our own death first.
  await core.database.committed();
  if (queue.stopped) return;
  const outcome = await tryPost(core, queue, url, body);
  if (queue.stopped) return;
  core.traffic.note(
    account,
    {
      direction: 'out',
      method: 'POST',
      url,
      status: outcome.kind === 'answered' ? outcome.status : null,
      duration_ms: Date.now() - startedMs,
      request: body.toString('latin1', 0, maxBodyCharacters),
      response: outcome.kind === 'answered' ? outcome.body : outcome.reason,
    },
    { bytes: body, type: jsonType },
  );
  core.database.write(() => settle(core, queue, updates, outcome));
}

/**
 * Posts the bytes of an earlier webhook again, once, with a new signature.
 * @returns the business's response, null without one
 */
export async function replay(core: Core, account: Account, url: string, body: Buffer): Promise<number | null> {
  const caller = createCaller(core.settings.allowRemoteTargets);
  const startedMs = Date.now();
  try {
    const outcome = await tryPost(core, { account, caller }, url, body);
    const status = outcome.kind === 'answered' ? outcome.status : null;
    core.traffic.note(
      account,
      {
        direction: 'out',
        method: 'POST',
        url,
        status,
        duration_ms: Date.now() - startedMs,
        request: body.toString('latin1', 0, maxBodyCharacters),
        response: outcome.kind === 'answered' ? outcome.body : outcome.reason,
      },
      { bytes: body, type: jsonType },
    );
    return status;
  } finally {
    caller.close();
  }
}

async function tryPost(
  core: Core,
  queue: Pick<DeliveryQueue, 'account' | 'caller'>,
  url: string,
  body: Buffer,
): Promise<Outcome> {
  const { account, caller } = queue;
  try {
    const forbidden = forbiddenReason(url, core.settings.allowRemoteTargets);
    if (forbidden) return { kind: 'unreachable', reason: forbidden };
    const headers = {
      'content-type': jsonType,
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': signatureOf(body, secretOf(account)),
    };
    return await caller.post(url, body, headers, account.webhooks.timeout_ms);
  } catch (error) {
    return { kind: 'broken', reason: error instanceof Error ? error.message : String(error) };
  }
}

function secretOf({ app_secret, faults }: Account): string {
  return faults.webhooks?.wrong_signature ? `${app_secret} of another app` : app_secret;
}

/** Only 200 is a success. A refused connection stops the whole queue; any other failure only these updates. */
function settle(core: Core, queue: DeliveryQueue, updates: Update[], outcome: Outcome): void {
  const nowMs = Date.now();
  const unreachable = outcome.kind === 'unreachable';
  if (!unreachable) queue.refusals = 0;
  if (outcome.kind === 'answered' && outcome.status === 200) {
    core.outbox.finish(updates);
    markArrived(core, queue.account, updates);
    return;
  }
  const tooOld = updates.filter((update) => update.created_ms < nowMs - horizonMs);
  core.outbox.finish(tooOld);
  const rest = updates.filter((update) => !tooOld.includes(update));
  const attempts = Math.max(...rest.map((update) => update.attempts), 0) + 1;
  // They keep their place at the head of a stopped queue, so that order survives an outage.
  core.outbox.postpone(rest, unreachable ? null : nowMs + waitMs(attempts));
  if (unreachable && nowMs >= queue.blockedUntilMs) {
    queue.refusals += 1;
    queue.blockedUntilMs = nowMs + waitMs(queue.refusals);
  }
}

/** Wait before the try after the given number of failures, spread by a tenth so that queues do not march in step. */
function waitMs(failures: number): number {
  const wait = backoffMs[Math.min(failures, backoffMs.length) - 1] ?? 0;
  return Math.round(wait * (0.95 + Math.random() * 0.1));
}

/** The customer's second tick: the business has the message. */
function markArrived(core: Core, account: Account, updates: Update[]): void {
  for (const update of updates) {
    const message =
      update.kind === 'messages' && update.message !== null ? core.messages.findBySeq(update.message) : null;
    if (message?.inbound === 1 && message.status === 1) {
      core.messages.step(message, 2, null);
      core.watchers.notify(account.key, message.phone);
    }
  }
}
