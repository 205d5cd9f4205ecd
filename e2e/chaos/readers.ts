import type { Change, ServerFrame } from '@parley/contract/types';
import { ResponseCounts } from './http.ts';
import type { Replica } from './replica.ts';
import type { Session } from './session.ts';
import { delay } from './wait-until.ts';

/** Keeps a screen up to date until it is stopped, through every kill, from the screen's own cursor. */
export type Reader = { screen: Replica; closes: ResponseCounts; stop(): Promise<void> };

// The server pings every 25 s: a connection silent for longer is dead.
const silentMs = 40_000;
const openWithinMs = 5_000;
const failuresBeforePoll = 3;

/** Reads through the live connection; after three failures in a row it polls once, like a browser. */
export function readBySocket(session: Session, screen: Replica): Reader {
  const closes = new ResponseCounts();
  const stopping = new AbortController();
  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const heard = await followSocket(session, screen, closes, stopping.signal);
      failures = heard ? 0 : failures + 1;
      screen.resumed++;
      if (failures >= failuresBeforePoll) await pollOnce(session, screen, closes);
      if (!stopping.signal.aborted) await delay(100);
    }
  }
  const running = run();
  return {
    screen,
    closes,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Reads through the long poll only. */
export function readByPoll(session: Session, screen: Replica): Reader {
  const closes = new ResponseCounts();
  let stopped = false;
  async function run(): Promise<void> {
    while (!stopped) {
      const answered = await pollOnce(session, screen, closes);
      if (!answered) screen.resumed++;
      await delay(answered ? 25 : 150);
    }
  }
  const running = run();
  return {
    screen,
    closes,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** One connection from opening to closing. @returns whether the server welcomed it */
function followSocket(session: Session, screen: Replica, closes: ResponseCounts, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${session.url.replace('http', 'ws')}/api/sync`);
    let welcomed = false;
    let over = false;
    let watchdog = setTimeout(() => end('silent'), openWithinMs);
    const end = (why: string) => {
      if (over) return;
      over = true;
      clearTimeout(watchdog);
      stop.removeEventListener('abort', abort);
      closes.add(why);
      socket.close();
      resolve(welcomed);
    };
    const abort = () => end('stopped');
    stop.addEventListener('abort', abort);
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ type: 'auth', token: session.idToken, cursor: screen.cursor }));
    });
    socket.addEventListener('message', (event) => {
      if (over) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(() => end('silent'), silentMs);
      const frame = JSON.parse(String(event.data)) as ServerFrame;
      if (frame.type === 'welcome') welcomed = true;
      screen.apply(frame);
    });
    socket.addEventListener('close', (event) => end(String(event.code)));
    socket.addEventListener('error', () => end('refused'));
  });
}

/** @returns whether the server responded with changes or with none */
async function pollOnce(session: Session, screen: Replica, closes: ResponseCounts): Promise<boolean> {
  try {
    const answer = await session.call('GET', `/api/sync/poll?cursor=${screen.cursor}&timeout=5`);
    closes.add(String(answer.status));
    if (answer.status !== 200) return false;
    const { cursor, changes, reset } = answer.body as { cursor: string; changes?: Change[]; reset?: string };
    if (reset !== undefined) screen.apply({ type: 'reset', reason: reset });
    else screen.apply({ type: 'changes', cursor, changes: changes ?? [] });
    return true;
  } catch (error) {
    closes.addFailure(error);
    return false;
  }
}
