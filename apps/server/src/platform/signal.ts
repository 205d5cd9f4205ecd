import { EventEmitter } from 'node:events';
import pg from 'pg';
import { type ConnectionParts, clientConfig } from './db/connection.ts';
import type { Log } from './log.ts';

/**
 * Hints between the parts of the server, never the truth itself: whoever misses one finds the work at its next slow
 * look. `changes` and `changes_new` name an account, `triggers` an account and channel (`a/c`), `webhook_events` a lane, `sessions` a
 * session, person or account whose standing changed, `channels` a channel whose route changed, `campaigns` an account whose broadcasts have something to do, `jobs` and `mail` nothing.
 */
export const topics = [
  'campaigns',
  'changes',
  'changes_new',
  'channels',
  'jobs',
  'mail',
  'sessions',
  'triggers',
  'webhook_events',
] as const;
export type Topic = (typeof topics)[number];

export type Signal = {
  hint(topic: Topic, key: string): void;
  on(topic: Topic, listener: (key: string) => void): () => void;
  close(): Promise<void>;
};

/** Hints inside this process only: enough when one process does everything. */
export function localSignal(): Signal {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    hint: (topic, key) => {
      emitter.emit(topic, key);
    },
    on(topic, listener) {
      emitter.on(topic, listener);
      return () => emitter.off(topic, listener);
    },
    close: () => Promise.resolve(),
  };
}

const pgChannel = 'parley_hints';
const gatherMs = 5;
const payloadLimit = 7_000; // PostgreSQL refuses payloads of 8,000 bytes
const againMs = 500;

/**
 * Hints between processes: gathered for 5 ms and sent as one notification from a connection of their own, because a
 * notification inside a writer's transaction makes commits queue.
 */
export async function sharedSignal(parts: ConnectionParts, log: Log): Promise<Signal> {
  const local = localSignal();
  const self = crypto.randomUUID();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let client: pg.Client | undefined;
  let endPause: (() => void) | undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const late = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(late);
        resolve();
      };
    });

  /** Tries until the database answers; whoever loses the connection it gave begins again. */
  async function connect(): Promise<void> {
    while (!closed) {
      const next = new pg.Client({
        ...clientConfig(parts),
        application_name: 'parley hints',
        pipeline: true,
      } as pg.ClientConfig);
      next.on('error', (error) => log.warn({ err: error }, 'hint connection lost'));
      next.on('notification', (note) => receive(note.payload ?? ''));
      try {
        await next.connect();
        await next.query(`listen ${pgChannel}`);
        if (closed) return await next.end();
        client = next;
        next.on('end', () => {
          client = undefined;
          connecting = connect();
        });
        return;
      } catch (error) {
        log.warn({ err: error }, 'hint connection refused');
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
      const topic = topics.find((name) => name === line.slice(0, cut));
      if (topic !== undefined) local.hint(topic, line.slice(cut + 1));
    }
  }

  function flush(): void {
    timer = undefined;
    const lines = [...waiting];
    waiting.clear();
    for (let from = 0; from < lines.length; ) {
      let payload = self;
      while (from < lines.length && payload.length + (lines[from]?.length ?? 0) < payloadLimit)
        payload += `\n${lines[from++]}`;
      client?.query('select pg_notify($1, $2)', [pgChannel, payload]).catch((error: Error) => {
        log.warn({ err: error }, 'hint not sent');
      });
    }
  }

  let connecting = connect();
  await connecting;
  return {
    hint(topic, key) {
      local.hint(topic, key);
      waiting.add(`${topic} ${key}`);
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
