import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '../../../platform/db/sql.ts';
import { isDatabaseGone } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import type { StoredDelivery } from '../intake/raw-store.ts';
import { applyBatch, LaneTaken, skipDelivery } from './apply-batch.ts';
import { interpret } from './interpret.ts';
import { keepLane, readDeliveries, takeLanes } from './lane-repo.ts';
import { applyLateStatuses } from './late-statuses.ts';
import type { Interpreted } from './meaning.ts';

/** One transaction at most: about 2,000 events. More gain nothing (measured) and hold their rows longer. */
const batchRows = 1_000;
const batchBytes = 2 * 1_048_576;
/** With this many waiting the next batch is understood while the database writes the present one. */
const aheadRows = 200;
/**
 * After a batch of so many the next ones are let gather for a moment: a batch costs about twenty statements whatever its
 * size, and under a steady stream many small ones would take the processor away from those who answer.
 */
const streamRows = 16;
const gatherMs = 25;
/** Deliveries kept in memory between storing and applying; past it they are read back from disk. */
const memoryRows = 20_000;
const leaseMs = 15_000;
const lookMs = 2_000;
/** The first look for parked statuses whose message is known goes back this far, the later ones a minute. */
const firstParkedLookMs = 7 * 24 * 3_600_000;
const parkedLookMs = 60_000;

type Lane = {
  done: number | null;
  /** Deliveries of this process, in order. */
  memory: StoredDelivery[];
  /** Whether there may be deliveries on disk that memory does not hold. */
  onDisk: boolean;
  running: boolean;
  again: boolean;
  keptAt: number;
};
/** Deliveries that are being understood, or are. */
type Batch = { deliveries: StoredDelivery[]; meaning: Promise<Interpreted> };

/**
 * Turns stored deliveries into threads, messages and statuses, in the order of each lane. Deliveries of this process
 * come from memory, those of processes that died are taken over from disk.
 */
export type Applier = {
  /** Deliveries of this process that are on disk now, in order. */
  stored(lane: number, rows: StoredDelivery[]): void;
  /** Resolves when nothing that was stored before is left to apply. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

export function startApplier(
  platform: Platform,
  directory: ChannelDirectory,
  options: { soleProcess: boolean },
): Applier {
  const system: Executor = platform.db.system.statements('apply');
  const holder = newId();
  const lanes = new Map<number, Lane>();
  const running = new Set<Promise<void>>();
  let stopped = false;
  let waiters: Array<() => void> = [];

  const off = platform.signal.on('webhook_events', (lane) => lookOnDisk(Number(lane)));
  let lookBackMs = firstParkedLookMs;
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookMs);
  timer.unref();

  function laneOf(id: number): Lane {
    const known = lanes.get(id);
    if (known !== undefined) return known;
    const made: Lane = { done: null, memory: [], onDisk: true, running: false, again: false, keptAt: 0 };
    lanes.set(id, made);
    return made;
  }

  async function look(): Promise<void> {
    if (stopped) return;
    try {
      const found = await takeLanes(system, holder, leaseMs, options.soleProcess);
      for (const lane of found) lookOnDisk(lane);
      await applyLateStatuses(platform, lookBackMs);
      lookBackMs = parkedLookMs;
    } catch (error) {
      platform.log.warn({ err: error }, 'applier: waiting deliveries could not be looked up, trying again');
    }
  }

  function lookOnDisk(id: number): void {
    laneOf(id).onDisk = true;
    wake(id);
  }

  function wake(id: number): void {
    if (stopped) return;
    const lane = laneOf(id);
    if (lane.running) {
      lane.again = true;
      return;
    }
    lane.running = true;
    const run = work(id, lane).finally(() => {
      lane.running = false;
      running.delete(run);
      if (lane.again && !stopped) wake(id);
      else if (running.size === 0) settle();
    });
    running.add(run);
  }

  function settle(): void {
    const resolved = waiters;
    waiters = [];
    for (const resolve of resolved) resolve();
  }

  async function work(id: number, lane: Lane): Promise<void> {
    let waitMs = 50;
    let ahead: Batch | null = null;
    while (!stopped) {
      lane.again = false;
      try {
        await keep(id, lane);
        const batch: Batch | null = ahead ?? (await next(id, lane));
        if (batch === null) return;
        const writing = apply(id, lane, batch);
        ahead = lane.memory.length < aheadRows ? null : takeAhead(lane, batch);
        await writing;
        waitMs = 50;
        if (ahead === null && batch.deliveries.length >= streamRows) await delay(gatherMs);
      } catch (error) {
        if (ahead !== null) lane.memory.unshift(...ahead.deliveries);
        ahead = null;
        lane.done = null;
        lane.onDisk = true;
        if (!(error instanceof LaneTaken))
          platform.log.warn({ err: error, lane: id }, 'applying was interrupted, trying again');
        await delay(waitMs);
        waitMs = Math.min(waitMs * 2, 2_000);
      }
    }
  }

  function understand(deliveries: StoredDelivery[]): Batch {
    const meaning = interpret(directory, deliveries);
    meaning.catch(() => undefined); // whoever applies the batch hears of it
    return { deliveries, meaning };
  }

  /** What follows a batch in memory, begun to be understood as soon as the batch's own statements are on their way. */
  function takeAhead(lane: Lane, batch: Batch): Batch | null {
    if (lane.memory[0]?.seq !== (batch.deliveries.at(-1)?.seq ?? Number.NaN) + 1) return null;
    const deliveries = takeContiguous(lane);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const meaning = batch.meaning.then(turn, turn).then(() => interpret(directory, deliveries));
    meaning.catch(() => undefined);
    return { deliveries, meaning };
  }

  /** Renews the lease now and then, and learns where the lane stands when that is not known. */
  async function keep(id: number, lane: Lane): Promise<void> {
    const now = performance.now();
    if (lane.done !== null && now - lane.keptAt < leaseMs / 3) return;
    lane.done = await keepLane(system, id, holder, leaseMs);
    lane.keptAt = now;
  }

  async function next(id: number, lane: Lane): Promise<Batch | null> {
    const done = lane.done ?? 0;
    while ((lane.memory[0]?.seq ?? Number.POSITIVE_INFINITY) <= done) lane.memory.shift();
    if (lane.memory[0]?.seq === done + 1) return understand(takeContiguous(lane));
    if (!lane.onDisk && lane.memory.length === 0) return null;
    lane.onDisk = false;
    const rows = upToBytes(await readDeliveries(system, id, done, batchRows));
    if (rows.length > 0) lane.onDisk = true;
    return rows.length === 0 ? null : understand(rows);
  }

  async function apply(id: number, lane: Lane, batch: Batch): Promise<void> {
    const { deliveries } = batch;
    const from = lane.done ?? 0;
    const to = deliveries.at(-1)?.seq ?? from;
    try {
      await applyBatch(platform, id, from, to, await batch.meaning);
      lane.done = to;
    } catch (error) {
      if (error instanceof LaneTaken || isDatabaseGone(error)) throw error;
      if (deliveries.length > 1) {
        // One delivery that cannot be applied must not hold back its neighbours: take them one by one.
        for (const delivery of deliveries) await apply(id, lane, understand([delivery]));
        return;
      }
      const [delivery] = deliveries;
      if (delivery === undefined) return;
      directory.forget();
      platform.log.error(
        { err: error, lane: id, seq: delivery.seq },
        'a delivery could not be applied and was set aside',
      );
      const why = error instanceof Error ? error.message : String(error);
      await skipDelivery(platform, id, from, delivery, why.toWellFormed().replaceAll('\0', '\ufffd'));
      lane.done = delivery.seq;
    }
  }

  return {
    stored(id, rows) {
      const lane = laneOf(id);
      if (lane.memory.length + rows.length <= memoryRows) lane.memory.push(...rows);
      else lane.onDisk = true;
      wake(id);
    },
    async idle() {
      while (running.size > 0) await new Promise<void>((resolve) => waiters.push(resolve));
    },
    async stop() {
      stopped = true;
      off();
      clearInterval(timer);
      await Promise.all([looking, ...running]);
    },
  };
}

/** The first of some deliveries that together stay below the limit of one transaction; at least one. */
function upToBytes(rows: readonly StoredDelivery[]): StoredDelivery[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += row.body.length;
    return index > 0 && bytes > batchBytes;
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}

/** What memory holds next, as far as it goes without a gap. */
function takeContiguous(lane: Lane): StoredDelivery[] {
  let count = 0;
  let bytes = 0;
  let expected = lane.memory[0]?.seq ?? 0;
  while (
    count < lane.memory.length &&
    count < batchRows &&
    lane.memory[count]?.seq === expected &&
    bytes < batchBytes
  ) {
    bytes += lane.memory[count]?.body.length ?? 0;
    count++;
    expected++;
  }
  return lane.memory.splice(0, count);
}
