import type { OutputOf } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Authenticate } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Hub } from './hub.ts';
import { accessChanged, type PeopleOfSync } from './people.ts';
import { createPresence } from './presence.ts';
import { serveSocket, type VerifyToken } from './socket.ts';

type PollAnswer = OutputOf<'GET /api/sync/poll'>;

const tooOld = 'The feed does not reach back to this cursor.';

/** The long poll: answers as soon as something follows the cursor, at the latest after `timeout` seconds. */
export function syncHandlers(hub: Hub, people: PeopleOfSync, authenticate: Authenticate): Handlers {
  return {
    async 'GET /api/sync/poll'({ actor, signal, request }, { query }) {
      const { clientId, accessChangedAtMs } = actor;
      people.seen(actor);
      const position = async () => String(await hub.position(clientId));
      if (query.cursor === undefined) return { status: 200, body: { cursor: await position(), changes: [] } };
      // Positions stay far below; what is larger is a cursor from the future all the same.
      let cursor = Math.min(Number(query.cursor), Number.MAX_SAFE_INTEGER);
      if (accessChangedAtMs !== null && (await hub.isBefore(clientId, cursor, accessChangedAtMs))) {
        return { status: 200, body: { cursor: await position(), reset: accessChanged } };
      }
      const { promise, resolve } = Promise.withResolvers<PollAnswer>();
      const nothing = () => resolve({ cursor: String(cursor), changes: [] });
      const timer = setTimeout(nothing, query.timeout * 1_000);
      signal.addEventListener('abort', nothing);
      const reset = async () => resolve({ cursor: await position(), reset: tooOld });
      const listening = await hub.listen(clientId, cursor, {
        view: people.viewOf(actor),
        onPage(page) {
          cursor = page.cursor;
          // A page with nothing in sight only moves the cursor on.
          if (page.changes.length > 0) resolve({ cursor: String(cursor), changes: page.changes });
        },
        onReset: () => void reset().catch(nothing),
      });
      try {
        const answer = await promise;
        // The hold may have outlived the right to what was read: whoever sees other things by now starts afresh.
        const now = await authenticate(request.headers.authorization, request.ip);
        if (now.clientId !== clientId) throw new AppError('unauthorized');
        if (now.accessChangedAtMs === accessChangedAtMs) return { status: 200, body: answer };
        return { status: 200, body: { cursor: await position(), reset: accessChanged } };
      } finally {
        clearTimeout(timer);
        listening.stop();
      }
    },
  };
}

/**
 * Accepts live connections at /api/sync. A page of another site may not open one: its Origin is refused.
 * @returns ends every connection with 4503, for a shutdown
 */
export function serveSync(
  app: FastifyInstance,
  parts: { platform: Platform; hub: Hub; verify: VerifyToken; people: PeopleOfSync },
): { close(): void } {
  const { platform } = parts;
  const presence = createPresence();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 65_536 });
  app.server.on('upgrade', (request, socket, head) => {
    // Until it is taken over, nobody else listens: a caller that breaks off would end the process.
    const onError = (error: Error) => platform.log.debug({ err: error }, 'live connection refused');
    socket.on('error', onError);
    const path = (request.url ?? '').split('?')[0];
    const origin = request.headers.origin;
    if (path !== '/api/sync' || (origin !== undefined && !isOwnOrigin(origin, request.headers.host, platform))) {
      socket.end(`HTTP/1.1 ${path === '/api/sync' ? '403 Forbidden' : '404 Not Found'}\r\nConnection: close\r\n\r\n`);
      return;
    }
    socket.off('error', onError);
    sockets.handleUpgrade(request, socket, head, (connection) => {
      serveSocket(connection, { ...parts, presence });
    });
  });
  return {
    close() {
      for (const connection of sockets.clients) connection.close(4503, 'restart');
      sockets.close();
    },
  };
}

function isOwnOrigin(origin: string, host: string | undefined, platform: Platform): boolean {
  if (!URL.canParse(origin)) return false;
  const parsed = new URL(origin);
  return parsed.host === host || parsed.origin === new URL(platform.publicUrl()).origin;
}
