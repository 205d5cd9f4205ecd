import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { addressGroup } from './address-group.ts';

/** How long the request line and headers may take, and how often Node checks that. */
export const headersWithinMs = 15_000;
export const headersCheckedEveryMs = 5_000;
/**
 * The timeout of a connection without traffic in either direction. Long polls are answered after 30 s at the latest.
 */
export const silentForMs = 120_000;

/**
 * A body must deliver so many bytes in every 20 and in every 60 seconds, however long it is: phones with 20 kB/s and
 * pauses pass; senders who stall, or hold a large file open, do not.
 */
const checkedEveryMs = 2_500;
const spans = [
  { checks: 8, leastBytes: 20_000 },
  { checks: 24, leastBytes: 480_000 },
];
const longestSpan = 24;

export type ConnectionLimits = {
  /** Connections from one address. */
  perAddress: number;
  /** Proxies forward the calls of many: their connections are not counted, `countProxiedCalls` counts the calls. */
  isProxy: (ip: string) => boolean;
};

type Headers = Readonly<Record<string, string>>;

type Connection = {
  socket: Socket;
  group: string;
  /** No longer an HTTP connection. */
  upgraded: boolean;
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** Bytes received at the last checks, oldest first; empty while no request is pending. */
  checks: number[];
};

/**
 * Ends connections whose request does not arrive, and keeps one address from taking all connections: beyond its
 * number, the oldest one with an incomplete request is closed for the new one.
 */
export function limitConnections(
  server: Server,
  { perAddress, isProxy }: ConnectionLimits,
  headers: Headers = {},
): void {
  const connections = new Map<Socket, Connection>();
  const byGroup = new Map<string, Set<Connection>>();

  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress ?? '';
    const group = isProxy(ip) ? '' : addressGroup(ip);
    const connection: Connection = {
      socket,
      group,
      upgraded: false,
      request: undefined,
      response: undefined,
      checks: [],
    };
    const ofGroup = byGroup.get(group) ?? new Set();
    if (group !== '' && ofGroup.size >= perAddress) {
      const oldest = [...ofGroup].find(owesRequest);
      if (oldest === undefined) {
        socket.destroy();
        return;
      }
      oldest.socket.destroy();
      ofGroup.delete(oldest);
    }
    connections.set(socket, connection);
    byGroup.set(group, ofGroup.add(connection));
    socket.once('close', () => {
      connections.delete(socket);
      ofGroup.delete(connection);
      if (ofGroup.size === 0 && byGroup.get(group) === ofGroup) byGroup.delete(group);
    });
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.response = response;
    connection.checks = [request.socket.bytesRead];
  });
  server.on('upgrade', (request: IncomingMessage) => {
    const connection = connections.get(request.socket);
    if (connection !== undefined) connection.upgraded = true;
  });

  const timer = setInterval(() => {
    for (const connection of connections.values()) if (isStalled(connection)) endStalled(connection, headers);
  }, checkedEveryMs);
  timer.unref();
  server.on('close', () => clearInterval(timer));
}

/**
 * Concurrent calls of one address behind a proxy count as its connections.
 * @returns a hook for every request; throws AppError('too_many_requests')
 */
export function countProxiedCalls({ perAddress, isProxy }: ConnectionLimits) {
  const calls = new Map<string, number>();
  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (!isProxy(request.socket.remoteAddress ?? '')) return;
    const group = addressGroup(request.ip);
    const inFlight = calls.get(group) ?? 0;
    if (inFlight >= perAddress) {
      const message = 'Too many requests from this address at once. Try again in a moment.';
      throw new AppError('too_many_requests', { message, retryAfterS: 1 });
    }
    calls.set(group, inFlight + 1);
    reply.raw.once('close', () => {
      const left = (calls.get(group) ?? 1) - 1;
      if (left === 0) calls.delete(group);
      else calls.set(group, left);
    });
  };
}

function owesRequest({ upgraded, request }: Connection): boolean {
  return !upgraded && request?.complete !== true;
}

function isStalled({ socket, request, upgraded, checks }: Connection): boolean {
  // Before there is a request, Node's own header timeout applies. While we do not read, the sender is not late.
  if (request === undefined || request.complete || upgraded || socket.isPaused()) {
    checks.length = 0;
    return false;
  }
  checks.push(socket.bytesRead);
  if (checks.length > longestSpan + 1) checks.shift();
  return spans.some(({ checks: back, leastBytes }) => {
    const before = checks.at(-1 - back);
    return before !== undefined && socket.bytesRead - before < leastBytes;
  });
}

function endStalled({ socket, response }: Connection, headers: Headers): void {
  if (response?.headersSent === false) writeError(socket, new AppError('request_timeout'), headers);
  socket.destroySoon();
}

/**
 * Ends a connection whose request Node could not read. The error is not passed on to the socket, which would format its
 * stack: of thousands of connections that end at once this blocks the server for long.
 * @param headers of every response
 */
export function endUnreadable({ code }: { code?: string }, socket: Socket, headers: Headers): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') writeError(socket, new AppError('request_timeout'), headers);
  else if (code === 'HPE_HEADER_OVERFLOW') writeError(socket, new AppError('bad_request'), headers, 431);
  // A caller that has ended its side in the middle of a request awaits nothing.
  else if (code !== 'ECONNRESET' && code !== 'HPE_INVALID_EOF_STATE')
    writeError(socket, new AppError('bad_request'), headers);
  socket.destroySoon();
}

/** Writes a response without Fastify, which has no request here. */
function writeError(socket: Socket, error: AppError, headers: Headers, status = error.status): void {
  if (!socket.writable) return;
  const body = JSON.stringify(error.envelope(randomUUID(), 'en'));
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Content-Type: application/json; charset=utf-8'];
  head.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  head.push(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
}
