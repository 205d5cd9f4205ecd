import type { Core } from '../life/core.ts';
import { bodyKept } from '../life/traffic.ts';
import type { Account } from '../storage/accounts.ts';
import type { Update } from '../storage/outbox.ts';
import { composeBody, signatureOf } from './body.ts';
import { type Caller, createCaller, type Outcome } from './post.ts';
import { whyForbidden } from './target.ts';

/** Milliseconds before each further try; the last one repeats. */
const backoffMs = [200, 500, 1000, 2000, 5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000];

const jsonType = 'application/json';

/** After seven days an update is given up, as the platform's newer pages say. */
const horizonMs = 7 * 24 * 3600 * 1000;

/** Where one account's webhooks stand. */
export interface Lane {
  account: Account;
  caller: Caller;
  inFlight: number;
  timer: NodeJS.Timeout | null;
  timerAtMs: number;
  /** Tries in a row that found nobody listening. */
  refusals: number;
  blockedUntilMs: number;
  stopped: boolean;
}

/** One POST and what follows from it. Never rejects. */
export async function deliver(core: Core, lane: Lane, url: string, updates: Update[]): Promise<void> {
  const { account } = lane;
  const startedMs = Date.now();
  const body = Buffer.from(composeBody(account, updates), 'latin1');
  // What a webhook tells must survive our own death first.
  await core.books.committed();
  if (lane.stopped) return;
  const outcome = await tryPost(core, lane, url, body);
  if (lane.stopped) return;
  core.traffic.note(
    account,
    {
      direction: 'out',
      method: 'POST',
      url,
      status: outcome.kind === 'answered' ? outcome.status : null,
      duration_ms: Date.now() - startedMs,
      request: body.toString('latin1', 0, bodyKept),
      response: outcome.kind === 'answered' ? outcome.body : outcome.reason,
    },
    { bytes: body, type: jsonType },
  );
  core.books.write(() => settle(core, lane, updates, outcome));
}

/**
 * Posts the bytes of an earlier webhook once more, now and once, with a signature of today.
 * @returns what the business answered, null when nobody did
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
        request: body.toString('latin1', 0, bodyKept),
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
  lane: Pick<Lane, 'account' | 'caller'>,
  url: string,
  body: Buffer,
): Promise<Outcome> {
  const { account, caller } = lane;
  try {
    const forbidden = whyForbidden(url, core.settings.allowRemoteTargets);
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

/** Only 200 is a success. An address nobody listens on stops the whole lane; any other failure only these updates. */
function settle(core: Core, lane: Lane, updates: Update[], outcome: Outcome): void {
  const nowMs = Date.now();
  const unreachable = outcome.kind === 'unreachable';
  if (!unreachable) lane.refusals = 0;
  if (outcome.kind === 'answered' && outcome.status === 200) {
    core.outbox.finish(updates);
    markArrived(core, lane.account, updates);
    return;
  }
  const tooOld = updates.filter((update) => update.created_ms < nowMs - horizonMs);
  core.outbox.finish(tooOld);
  const rest = updates.filter((update) => !tooOld.includes(update));
  const attempts = Math.max(...rest.map((update) => update.attempts), 0) + 1;
  // They keep their place at the head of a stopped lane, so that order survives an outage.
  core.outbox.postpone(rest, unreachable ? null : nowMs + waitMs(attempts));
  if (unreachable && nowMs >= lane.blockedUntilMs) {
    lane.refusals += 1;
    lane.blockedUntilMs = nowMs + waitMs(lane.refusals);
  }
}

/** Wait before the try after the given number of failures, spread by a tenth so that lanes do not march in step. */
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
