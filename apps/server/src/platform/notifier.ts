import { EventEmitter } from 'node:events';
import pg from 'pg';
import { type ConnectionParts, clientConfig } from './db/connection.ts';
import type { Log } from './log.ts';

/**
 * Notifications between the parts of the server, which may get lost: a receiver that misses one finds the work at its
 * next slow poll. A feature adds its topics, each with the meaning of its key, in its `feature.ts`.
 */
export interface Topics {
  /** Jobs may be due; without a key. */
  jobs: true;
  /** Emails may be due; without a key. */
  mail: true;
}

export type Topic = keyof Topics;

export type Notifier = {
  notify(topic: Topic, key: string): void;
  on(topic: Topic, listener: (key: string) => void): () => void;
  close(): Promise<void>;
};

/** Notifications inside this process only: enough for a single process. */
export function createLocalNotifier(): Notifier {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    notify: (topic, key) => {
      // Another version may send a topic that means something to an EventEmitter: `error` without a listener throws.
      if (emitter.listenerCount(topic) > 0) emitter.emit(topic, key);
    },
    on(topic, listener) {
      emitter.on(topic, listener);
      return () => emitter.off(topic, listener);
    },
    close: () => Promise.resolve(),
  };
}

const listenedName = 'parley_notifications';
const gatherMs = 5;
const payloadLimit = 7_000; // PostgreSQL rejects payloads of 8,000 bytes.
const againMs = 500;
/** The most that wait for a connection; more would only say what the receivers' polls find as well. */
const waitingLimit = 10_000;
/** Without a key and polled slowly: what others sent while this process had no connection. */
const missedTopics = ['jobs', 'mail'] as const satisfies readonly Topic[];

/**
 * Notifications between processes: collected for 5 ms and sent as one notification on a dedicated connection, because
 * a notification inside a writer's transaction makes commits queue. While there is no connection they wait for one.
 * @param onConnected called for the connection, and for each one that replaces a lost one
 */
export async function createSharedNotifier(
  parts: ConnectionParts,
  log: Log,
  onConnected: (client: pg.Client) => Promise<void> = () => Promise.resolve(),
): Promise<Notifier> {
  const local = createLocalNotifier();
  const self = crypto.randomUUID();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let client: pg.Client | undefined;
  let endPause: (() => void) | undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timeout);
        resolve();
      };
    });

  /** Retries until the database answers; called again when that connection is lost. */
  async function connect(): Promise<void> {
    while (!closed) {
      const next = new pg.Client({
        ...clientConfig(parts),
        application_name: 'parley notifier',
        pipeline: true,
      } as pg.ClientConfig);
      next.on('error', (error) => log.warn({ err: error }, 'notifier: connection lost'));
      next.on('notification', (note) => receive(note.payload ?? ''));
      try {
        await next.connect();
        await next.query(`listen ${listenedName}`);
        await onConnected(next);
        if (closed) return await next.end();
        client = next;
        if (waiting.size > 0) timer ??= setTimeout(flush, gatherMs);
        for (const topic of missedTopics) local.notify(topic, '');
        next.on('end', () => {
          client = undefined;
          connecting = connect();
        });
        return;
      } catch (error) {
        log.warn({ err: error }, 'notifier: connection refused');
        await next.end().catch(() => undefined);
        await pause(againMs);
      }
    }
  }

  function receive(payload: string): void {
    const [sender, ...lines] = payload.split('\n');
    if (sender === self) return;
    for (const line of lines) {
      const cut = line.indexOf(' ');
      local.notify(line.slice(0, cut) as Topic, line.slice(cut + 1));
    }
  }

  function flush(): void {
    timer = undefined;
    if (client === undefined) return;
    const lines = [...waiting];
    waiting.clear();
    for (let from = 0; from < lines.length; ) {
      let payload = self;
      while (from < lines.length && payload.length + (lines[from]?.length ?? 0) < payloadLimit)
        payload += `\n${lines[from++]}`;
      client.query('select pg_notify($1, $2)', [listenedName, payload]).catch((error: Error) => {
        log.warn({ err: error }, 'notifier: notification not sent');
      });
    }
  }

  let connecting = connect();
  await connecting;
  return {
    notify(topic, key) {
      local.notify(topic, key);
      if (waiting.size < waitingLimit) waiting.add(`${topic} ${key}`);
      timer ??= setTimeout(flush, gatherMs);
    },
    on: local.on,
    async close() {
      closed = true;
      clearTimeout(timer);
      endPause?.();
      await connecting;
      await client?.end();
    },
  };
}
