import type { TenantTx } from '../../platform/db/sql.ts';
import { whenAvailable } from '../../platform/db/when-available.ts';
import type { Hydrators } from '../../platform/feature.ts';
import { newId } from '../../platform/ids.ts';
import { postExternal } from '../../platform/outbound/post.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FeedRow, readFeedPage } from '../sync/public.ts';
import { pauseAfterMs, resultOf, retryPauseMs } from './attempts.ts';
import { bodiesFor } from './bodies.ts';
import { cloudApiDeliveries } from './cloud-api/parts.ts';
import {
  claimDeliveries,
  countWaiting,
  type DeliveryRow,
  insertDeliveries,
  type NewDelivery,
  type Outcome,
  releaseDeliveries,
  settleDeliveries,
} from './delivery-repo.ts';
import {
  type EndpointRow,
  findEndpoint,
  lockEndpoint,
  pauseEndpoint,
  setFailing,
  setFeedPosition,
} from './endpoint-repo.ts';
import { eventCollections, eventIdOf, typeChanges } from './events.ts';
import { openSecret } from './secrets.ts';
import { signedRequest } from './signed-request.ts';

const feedRows = 500;
/** With this many waiting, further events stay in the change feed. */
const mostWaiting = 2_000;
const concurrency = 64;
/** One that took nothing lately gets few attempts at a time. */
const failingConcurrency = 2;
const timeoutMs = 15_000;
const leaseMs = 60_000;
const maxAnswerBytes = 65_536;

export type EndpointKey = { clientId: string; id: string };
export type Paused = EndpointKey & { reason: 'failing' | 'gone' };
export type DeliverContext = {
  platform: Platform;
  hydrators: Hydrators;
  signal: AbortSignal;
  onPaused(paused: Paused): Promise<void>;
};

/** Delivers what waits for one endpoint, until nothing is due. @returns whether there was anything */
export async function deliverTo(context: DeliverContext, key: EndpointKey): Promise<boolean> {
  let worked = false;
  while (!context.signal.aborted) {
    const read = await readNewEvents(context, key);
    const sent = await deliverDue(context, key);
    if (!read && !sent) return worked;
    worked = true;
  }
  return worked;
}

/** Turns the changes since the endpoint's position into deliveries, in one transaction with the new position. */
function readNewEvents({ platform, hydrators }: DeliverContext, { clientId, id }: EndpointKey): Promise<boolean> {
  return platform.db.withTenant(clientId, async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (endpoint === null || endpoint.state === 'paused') return false;
    if ((await countWaiting(tx, id, mostWaiting)) >= mostWaiting) return false;
    const { rows, cursor } = await readFeedPage(tx, endpoint.feed_pos, eventCollections, feedRows);
    if (cursor === endpoint.feed_pos) return false;
    const deliveries =
      endpoint.format === 'parley'
        ? await parleyDeliveries(tx, hydrators, endpoint, rows)
        : await cloudApiDeliveries(tx, hydrators, endpoint, rows);
    await insertDeliveries(tx, id, deliveries);
    await setFeedPosition(tx, id, cursor);
    return true;
  });
}

async function parleyDeliveries(
  tx: TenantTx,
  hydrators: Hydrators,
  { events }: EndpointRow,
  rows: readonly FeedRow[],
): Promise<NewDelivery[]> {
  const changes = await typeChanges(tx, hydrators, rows);
  return changes
    .filter(({ type }) => events.includes(type))
    .map(({ pos, type, collection, row_id, marker, at }) => ({
      ...{ type, collection, row_id, marker, part: null },
      id: newId(),
      event_id: eventIdOf(tx.clientId, pos),
      event_at: at,
    }));
}

type Batch = { endpoint: EndpointRow; deliveries: DeliveryRow[]; bodies: object[] };

async function deliverDue(context: DeliverContext, key: EndpointKey): Promise<boolean> {
  const batch = await context.platform.db.withTenant(key.clientId, (tx) => claim(context, tx, key.id));
  if (batch === null || batch.deliveries.length === 0) return false;
  const signers = secretsOf(context.platform, key.clientId, batch.endpoint);
  const outcomes = await Promise.all(
    batch.deliveries.map((delivery, index) => attempt(context, batch, signers, delivery, index)),
  );
  const paused = await settle(context, key, batch, outcomes);
  if (paused !== null) await context.onPaused({ ...key, reason: paused });
  return true;
}

async function claim({ platform, hydrators }: DeliverContext, tx: TenantTx, id: string): Promise<Batch | null> {
  const endpoint = await findEndpoint(tx, id);
  if (endpoint === null) return null;
  const deliveries = await claimDeliveries(tx, id, {
    limit: endpoint.failing_since === null ? concurrency : failingConcurrency,
    leaseMs,
    processId: platform.serverProcess.id,
    onlyTests: endpoint.state === 'paused',
  });
  const bodies = await bodiesFor(tx, hydrators, endpoint, deliveries, platform.publicUrl());
  return { endpoint, deliveries, bodies };
}

/** The secrets that sign: the present one, and the one before it while both are valid. */
function secretsOf(platform: Platform, clientId: string, endpoint: EndpointRow): string[] {
  const { id, secret_enc, previous_secret_enc: previous, previous_secret_until: until } = endpoint;
  const present = openSecret(platform, clientId, id, secret_enc);
  if (previous === null || until === null || until <= new Date()) return [present];
  return [present, openSecret(platform, clientId, id, previous)];
}

/** @returns null when a shutdown interrupted it */
async function attempt(
  { platform, signal }: DeliverContext,
  { endpoint, bodies }: Batch,
  secrets: readonly string[],
  delivery: DeliveryRow,
  index: number,
): Promise<(Outcome & { gone: boolean; isTest: boolean }) | null> {
  const at = new Date();
  const began = performance.now();
  const { headers, body } = signedRequest(endpoint.format, secrets, delivery.event_id, bodies[index], at);
  const outcome = await postExternal({
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Parley-Webhooks/1',
      ...headers,
    },
    body,
    timeoutMs,
    maxAnswerBytes,
    allowed: platform.config.ALLOWED_PRIVATE_HOSTS,
    signal,
  });
  if (signal.aborted && outcome.kind !== 'answer') return null;
  const { taken, gone, status, error } = resultOf(outcome);
  // A member waits for the result of a test: it is tried once.
  const retryMs = taken || gone || delivery.is_test ? null : retryPauseMs(delivery.attempts + 1, Math.random());
  const state = taken ? 'delivered' : retryMs === null ? 'failed' : 'waiting';
  const durationMs = Math.round(performance.now() - began);
  const common = { id: delivery.id, state, retryMs: retryMs ?? 0, status, durationMs, error, at } as const;
  return { ...common, gone, isTest: delivery.is_test };
}

/** Writes the outcomes of a batch. @returns why the endpoint was paused, if it was */
async function settle(
  { platform, signal }: DeliverContext,
  { clientId, id }: EndpointKey,
  { deliveries }: Batch,
  outcomes: ReadonlyArray<(Outcome & { gone: boolean; isTest: boolean }) | null>,
): Promise<'failing' | 'gone' | null> {
  const known = outcomes.filter((one) => one !== null);
  const interrupted = deliveries.filter((_, index) => outcomes[index] === null).map((one) => one.id);
  const write = () =>
    platform.db.withTenant(clientId, async (tx) => {
      if (known.length > 0) await settleDeliveries(tx, known);
      await releaseDeliveries(tx, interrupted);
      const real = known.filter((one) => !one.isTest);
      if (real.length === 0) return null;
      await setFailing(tx, id, !real.some(({ state }) => state === 'delivered'));
      if (real.some(({ gone }) => gone) && (await pauseEndpoint(tx, id, 'gone', 0))) return 'gone';
      if (real.some(({ state }) => state === 'failed') && (await pauseEndpoint(tx, id, 'failing', pauseAfterMs))) {
        return 'failing';
      }
      return null;
    });
  return whenAvailable(write, leaseMs - timeoutMs, signal);
}
