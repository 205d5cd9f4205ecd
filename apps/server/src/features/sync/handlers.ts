import type { Duplex } from 'node:stream';
import type { OutputOf } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Authenticate } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { type Handlers, requireSignInRules } from '../../platform/http/routing.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';
import type { Notifier } from '../../platform/notifier.ts';
import type { Platform } from '../../platform/platform.ts';
import { acceptedLanguage } from '../../platform/texts/accept-language.ts';
import type { Hub } from './hub.ts';
import { makeOutboxCalls } from './outbox-calls.ts';
import { createPresence } from './presence.ts';
import { serveSocket, type VerifyToken } from './socket.ts';
import type { SocketLimits } from './socket-limits.ts';
import { accessChanged, type SyncMembers } from './sync-members.ts';

type PollAnswer = OutputOf<'GET /api/sync/poll'>;

const tooOld = 'The feed does not reach back to this cursor.';

/**
 * The long poll, which responds as soon as a change follows the cursor, at the latest after `timeout` seconds, and the
 * calls that waited on a device.
 */
export function syncHandlers(
  hub: Hub,
  members: SyncMembers,
  { authenticate, notifier, limits }: { authenticate: Authenticate; notifier: Notifier; limits: SocketLimits },
): Handlers {
  return {
    async 'GET /api/sync/poll'({ actor, signal, request }, { query }) {
      const { clientId, accessChangedAtMs } = actor;
      members.polled(actor);
      const position = async () => String(await hub.position(clientId));
      if (query.cursor === undefined) return { status: 200, body: { cursor: await position(), changes: [] } };
      // No position gets this large: a larger cursor is invalid either way.
      let cursor = Math.min(Number(query.cursor), Number.MAX_SAFE_INTEGER);
      if (accessChangedAtMs !== null && (await hub.isBefore(clientId, cursor, accessChangedAtMs))) {
        return { status: 200, body: { cursor: await position(), reset: accessChanged } };
      }
      const release = limits.hold(actor);
      if (release === null) throw tooManyPolls();
      const { promise, resolve } = Promise.withResolvers<PollAnswer>();
      const nothing = () => resolve({ cursor: String(cursor), changes: [] });
      const timer = setTimeout(nothing, query.timeout * 1_000);
      signal.addEventListener('abort', nothing);
      // The session may have ended: the check before the response finds out.
      const offSessions = notifier.on('sessions', (key) => {
        if (key === actor.sid || key === actor.uid || key === clientId) nothing();
      });
      let stopListening: (() => void) | undefined;
      const language = acceptedLanguage(request.headers['accept-language']);
      const reset = async () => resolve({ cursor: await position(), reset: tooOld });
      try {
        const listening = await hub.listen(clientId, cursor, {
          view: members.viewOf(actor),
          language: () => language,
          onPage(page) {
            cursor = page.cursor;
            // A page without visible changes only advances the cursor.
            if (page.changes.length > 0) resolve({ cursor: String(cursor), changes: page.changes });
          },
          onReset: () => void reset().catch(nothing),
          // What follows fails then, and tells why.
          onDatabase: nothing,
        });
        stopListening = listening.stop;
        const answer = await promise;
        // Permissions may have changed while the request waited: then the reader starts over.
        const now = await authenticate(request.headers.authorization, request.ip);
        if (now.clientId !== clientId) throw new AppError('unauthorized');
        if (now.kind === 'user') requireSignInRules(now);
        if (now.accessChangedAtMs === accessChangedAtMs) return { status: 200, body: answer };
        return { status: 200, body: { cursor: await position(), reset: accessChanged } };
      } finally {
        release();
        clearTimeout(timer);
        offSessions();
        stopListening?.();
      }
    },

    'POST /api/sync/outbox': async ({ request }, { body }) => ({
      status: 200,
      body: { answers: await makeOutboxCalls(request, body.calls) },
    }),
  };
}

function tooManyPolls(): AppError {
  const message = 'Too many windows of this account wait for changes. Close some of them.';
  return new AppError('too_many_requests', { message, retryAfterS: 30 });
}

/**
 * Accepts live connections at /api/sync, except on workers, which answer no calls of members. Rejects the Origin of
 * another site.
 * @returns a function that ends every connection with 4503, for a shutdown
 */
export function serveSync(
  app: FastifyInstance,
  parts: { platform: Platform; hub: Hub; verify: VerifyToken; members: SyncMembers; limits: SocketLimits },
): { close(): void } {
  const { platform } = parts;
  const presence = createPresence(platform.notifier);
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 65_536 });
  const refuse = (socket: Duplex, status: string) => {
    const headers = Object.entries(securityHeaders(platform.publicUrl().startsWith('https:')));
    const lines = [`HTTP/1.1 ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`), 'connection: close'];
    socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  };
  sockets.on('wsClientError', (_error, socket) => refuse(socket, '400 Bad Request'));
  app.server.on('upgrade', (request, socket, head) => {
    // There is no other error listener before the upgrade: a caller that disconnects would crash the process.
    const onError = (error: Error) => platform.log.debug({ err: error }, 'live connection refused');
    socket.on('error', onError);
    const path = platform.config.ROLE === 'worker' ? null : (request.url ?? '').split('?')[0];
    const origin = request.headers.origin;
    if (path !== '/api/sync' || (origin !== undefined && !isOwnOrigin(origin, request.headers.host, platform))) {
      refuse(socket, path === '/api/sync' ? '403 Forbidden' : '404 Not Found');
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
      presence.close();
    },
  };
}

function isOwnOrigin(origin: string, host: string | undefined, platform: Platform): boolean {
  if (!URL.canParse(origin)) return false;
  const parsed = new URL(origin);
  return parsed.host === host || parsed.origin === new URL(platform.publicUrl()).origin;
}
