import type { Change, ClientFrame, ServerFrame } from '@parley/contract/types';
import { type ClientOptions, WebSocket } from 'ws';
import { until } from './world.ts';

/** A live connection of a test, with all received frames in order. */
export type SyncConnection = {
  socket: WebSocket;
  frames: ServerFrame[];
  /** The changes of all frames so far. */
  changes(): Change[];
  send(frame: ClientFrame | string): void;
  /** The next matching frame, or an earlier one. */
  next<T extends ServerFrame['type']>(
    type: T,
    fits?: (frame: ServerFrame & { type: T }) => boolean,
  ): Promise<ServerFrame & { type: T }>;
  /** Resolves when the server has closed it. */
  closed: Promise<{ code: number; reason: string }>;
  close(): void;
};

/** Opens a connection without signing in. @throws Error with the status when the server refuses the upgrade */
export async function openSyncConnection(serverUrl: string, options: ClientOptions = {}): Promise<SyncConnection> {
  const socket = new WebSocket(`${serverUrl.replace('http', 'ws')}/api/sync`, options);
  const frames: ServerFrame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString()) as ServerFrame));
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.on('error', reject);
  });
  return {
    socket,
    frames,
    changes: () => frames.flatMap((frame) => (frame.type === 'changes' ? frame.changes : [])),
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next: (type, fits = () => true) =>
      until(async () =>
        frames.find(
          (frame): frame is ServerFrame & { type: typeof type } => frame.type === type && fits(frame as never),
        ),
      ),
    closed,
    close: () => socket.terminate(),
  };
}

/** Opens a connection, signs in and waits for the welcome. */
export async function signInSyncConnection(
  serverUrl: string,
  token: string,
  cursor: string | null = null,
): Promise<SyncConnection> {
  const live = await openSyncConnection(serverUrl);
  live.send({ type: 'auth', token, cursor });
  await live.next('welcome');
  return live;
}
