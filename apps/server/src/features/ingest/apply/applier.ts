import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '../../../platform/db/sql.ts';
import { noteWrittenRows } from '../../../platform/db/table-statistics.ts';
import { isDatabaseUnavailable } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { applyParkedStatuses } from '../../messaging/public.ts';
import { normalizeDeliveries } from '../normalize/normalize.ts';
import type { NormalizedEvents } from '../normalize/normalized-events.ts';
import { claimPartitions, type PartitionHolder, readDeliveries, renewPartitionLease } from '../raw/partition-repo.ts';
import type { StoredDelivery } from '../raw/raw-store.ts';
import { applyBatch, PartitionTaken, skipDelivery } from './apply-batch.ts';

/**
 * The most deliveries of one transaction: about 2,000 events. More are not faster (measured) and lock their rows
 * longer.
 */
const batchRows = 1_000;
const batchBytes = 2 * 1_048_576;
/** With this many waiting, the next batch is normalized while the database writes the current one. */
const aheadRows = 200;
/**
 * After a batch of this many, the next one waits a moment to grow: a batch takes about twenty statements whatever its
 * size, and under a steady stream many small batches would take processor time from requests.
 */
const streamRows = 16;
const batchDelayMs = 25;
/** Deliveries cached in memory between storing and applying; further ones are read back from disk. */
const memoryRows = 20_000;
const leaseMs = 15_000;
const pollMs = 2_000;
/** The first poll for parked statuses whose message is known looks back this far, later ones a minute. */
const firstParkedWindowMs = 7 * 24 * 3_600_000;
const parkedWindowMs = 60_000;

type Partition = {
  appliedSeq: number | null;
  /** Deliveries of this process, in order. */
  memory: StoredDelivery[];
  /** Whether deliveries may be on disk that are not in memory. */
  onDisk: boolean;
  running: boolean;
  again: boolean;
  renewedAt: number;
  /** The sessions of this process when the lease was last renewed. */
  sessions: number;
};
/** Deliveries and their events; normalizing may still be in progress. */
type Batch = { deliveries: StoredDelivery[]; events: Promise<NormalizedEvents> };

/**
 * Turns stored deliveries into threads, messages and statuses, in the order of each partition. Deliveries of this
 * process come from memory, those of crashed processes from disk.
 */
export type Applier = {
  /** Deliveries of this process that are on disk now, in order. */
  stored(partition: number, rows: StoredDelivery[]): void;
  /** Resolves when everything stored so far is applied. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

export function startApplier(
  platform: Platform,
  directory: ChannelDirectory,
  options: { soleProcess: boolean },
): Applier {
  const system: Executor = platform.db.system.statements('apply');
  const holder: PartitionHolder = { holder: newId(), processId: platform.serverProcess.id };
  const partitions = new Map<number, Partition>();
  const running = new Set<Promise<void>>();
  let stopped = false;
  let waiters: Array<() => void> = [];

  const off = platform.notifier.on('webhook_events', (partition) => readFromDisk(Number(partition)));
  let parkedWithinMs = firstParkedWindowMs;
  const failure = 'applier: waiting deliveries could not be read, retrying';
  const loop = startPollLoop({ log: platform.log, failure, retryMs: pollMs }, poll);

  function partitionOf(id: number): Partition {
    const known = partitions.get(id);
    if (known !== undefined) return known;
    const made: Partition = {
      appliedSeq: null,
      memory: [],
      onDisk: true,
      running: false,
      again: false,
      renewedAt: 0,
      sessions: 0,
    };
    partitions.set(id, made);
    return made;
  }

  async function poll(): Promise<number> {
    const found = await claimPartitions(system, holder, leaseMs, options.soleProcess);
    for (const partition of found) readFromDisk(partition);
    await applyParkedStatuses(platform, parkedWithinMs);
    parkedWithinMs = parkedWindowMs;
    return pollMs;
  }

  function readFromDisk(id: number): void {
    partitionOf(id).onDisk = true;
    wake(id);
  }

  function wake(id: number): void {
    if (stopped) return;
    const partition = partitionOf(id);
    if (partition.running) {
      partition.again = true;
      return;
    }
    partition.running = true;
    const run = applyAll(id, partition).finally(() => {
      partition.running = false;
      running.delete(run);
      if (partition.again && !stopped) wake(id);
      else if (running.size === 0) settle();
    });
    running.add(run);
  }

  function settle(): void {
    const resolved = waiters;
    waiters = [];
    for (const resolve of resolved) resolve();
  }

  async function applyAll(id: number, partition: Partition): Promise<void> {
    let waitMs = 50;
    let ahead: Batch | null = null;
    while (!stopped) {
      partition.again = false;
      try {
        await renewLease(id, partition);
        const batch: Batch | null = ahead ?? (await next(id, partition));
        if (batch === null) return;
        const writing = apply(id, partition, batch);
        ahead = partition.memory.length < aheadRows ? null : takeAhead(partition, batch);
        await writing;
        waitMs = 50;
        if (ahead === null && batch.deliveries.length >= streamRows) await delay(batchDelayMs);
      } catch (error) {
        if (ahead !== null) partition.memory.unshift(...ahead.deliveries);
        ahead = null;
        partition.appliedSeq = null;
        partition.onDisk = true;
        if (!(error instanceof PartitionTaken))
          platform.log.warn({ err: error, partition: id }, 'applier: a batch was interrupted, trying again');
        await delay(waitMs);
        waitMs = Math.min(waitMs * 2, 2_000);
      }
    }
  }

  function normalize(deliveries: StoredDelivery[]): Batch {
    const events = normalizeDeliveries(directory, deliveries);
    events.catch(() => undefined); // The batch that is applied next reports the error.
    return { deliveries, events };
  }

  /**
   * Takes the deliveries that follow a batch in memory and normalizes them after the batch's statements have been
   * sent.
   */
  function takeAhead(partition: Partition, batch: Batch): Batch | null {
    if (partition.memory[0]?.seq !== (batch.deliveries.at(-1)?.seq ?? Number.NaN) + 1) return null;
    const deliveries = takeContiguous(partition);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const events = batch.events.then(turn, turn).then(() => normalizeDeliveries(directory, deliveries));
    events.catch(() => undefined);
    return { deliveries, events };
  }

  /** Renews the lease when it is due, and reads the partition's progress when it is not known. */
  async function renewLease(id: number, partition: Partition): Promise<void> {
    const now = performance.now();
    const sessions = platform.serverProcess.sessions();
    if (partition.appliedSeq !== null && now - partition.renewedAt < leaseMs / 3 && partition.sessions === sessions)
      return;
    partition.appliedSeq = await renewPartitionLease(system, id, holder, leaseMs);
    partition.renewedAt = now;
    partition.sessions = sessions;
  }

  async function next(id: number, partition: Partition): Promise<Batch | null> {
    const appliedSeq = partition.appliedSeq ?? 0;
    while ((partition.memory[0]?.seq ?? Number.POSITIVE_INFINITY) <= appliedSeq) partition.memory.shift();
    if (partition.memory[0]?.seq === appliedSeq + 1) return normalize(takeContiguous(partition));
    if (!partition.onDisk && partition.memory.length === 0) return null;
    partition.onDisk = false;
    const rows = upToBytes(await readDeliveries(system, id, appliedSeq, batchRows));
    if (rows.length > 0) partition.onDisk = true;
    return rows.length === 0 ? null : normalize(rows);
  }

  async function apply(id: number, partition: Partition, batch: Batch): Promise<void> {
    const { deliveries } = batch;
    const from = partition.appliedSeq ?? 0;
    const to = deliveries.at(-1)?.seq ?? from;
    try {
      await applyBatch(platform, id, from, to, await batch.events);
      partition.appliedSeq = to;
      await noteWrittenRows(platform, deliveries.length);
    } catch (error) {
      if (error instanceof PartitionTaken || isDatabaseUnavailable(error)) throw error;
      if (deliveries.length > 1) {
        // A delivery that cannot be applied must not block the others: apply them one by one.
        for (const delivery of deliveries) await apply(id, partition, normalize([delivery]));
        return;
      }
      const [delivery] = deliveries;
      if (delivery === undefined) return;
      directory.forget();
      platform.log.error(
        { err: error, partition: id, seq: delivery.seq },
        'applier: a delivery could not be applied and was refused',
      );
      const message = error instanceof Error ? error.message : String(error);
      await skipDelivery(platform, id, from, delivery, message.toWellFormed().replaceAll('\0', '\ufffd'));
      partition.appliedSeq = delivery.seq;
    }
  }

  return {
    stored(id, rows) {
      const partition = partitionOf(id);
      if (partition.memory.length + rows.length <= memoryRows) partition.memory.push(...rows);
      else partition.onDisk = true;
      wake(id);
    },
    async idle() {
      while (running.size > 0) await new Promise<void>((resolve) => waiters.push(resolve));
    },
    async stop() {
      stopped = true;
      off();
      await Promise.all([loop.stop(), ...running]);
    },
  };
}

/** The first deliveries that together fit one transaction; at least one. */
function upToBytes(rows: readonly StoredDelivery[]): StoredDelivery[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += row.body.length;
    return index > 0 && bytes > batchBytes;
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}

/** The next deliveries in memory, up to the first gap. */
function takeContiguous(partition: Partition): StoredDelivery[] {
  let count = 0;
  let bytes = 0;
  let expected = partition.memory[0]?.seq ?? 0;
  while (
    count < partition.memory.length &&
    count < batchRows &&
    partition.memory[count]?.seq === expected &&
    bytes < batchBytes
  ) {
    bytes += partition.memory[count]?.body.length ?? 0;
    count++;
    expected++;
  }
  return partition.memory.splice(0, count);
}
