import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { addressGroup } from './address-group.ts';

declare module 'fastify' {
  interface FastifyInstance {
    bodies: BodyReader;
  }
}

/** Reads bodies into memory, and tracks their memory until their calls are answered. */
export type BodyReader = {
  /**
   * Reads the whole body of a request.
   * @param done payload_too_large, request_timeout, unavailable (no memory), bad_request (incomplete), or the bytes
   */
  read(request: FastifyRequest, payload: Readable, done: (error: Error | null, body?: Buffer) => void): void;
  /** The call was answered: its body and the data parsed from it are no longer needed. */
  answered(request: FastifyRequest): void;
  close(): void;
};

export type BodyLimits = {
  /** The memory for all bodies at once. One address gets half of it. */
  mostBytes: number;
};

/** A chunk costs more than its bytes: many tiny ones must not be free. */
const pieceBytes = 256;
/** Bodies of one address that wait for memory; further ones are refused. */
const mostWaiting = 32;
const waitForRoomMs = 10_000;
/** How long a body may take: this, plus its bytes at the minimum rate. */
const wholeBodyWithinMs = 60_000;
const slowestBytesPerMs = 20;
/** The maximum pause of a body while others wait. */
const silentWhileRequestsWaitMs = 2_000;
const checkedEveryMs = 1_000;

type Account = { bytes: number; waiting: number; bodies: Set<Body> };

/** One body in progress, oldest first in its sets. */
class Body {
  readonly group: string;
  readonly account: Account;
  readonly payload: Readable;
  readonly beganAt = performance.now();
  lastPieceAt = this.beganAt;
  bytes = 0;
  isWhole = false;
  isWaiting = false;
  /** When it first had to wait for memory. */
  waitedFrom: number | undefined;
  fail: (error: Error) => void = () => undefined;

  constructor(group: string, account: Account, payload: Readable) {
    this.group = group;
    this.account = account;
    this.payload = payload;
  }
}

/**
 * Bodies over the limit wait for others to end. The oldest one is always read, so that one ends: a deadlock is
 * impossible, and stalled bodies are ended meanwhile.
 */
export function createBodyReader({ mostBytes }: BodyLimits): BodyReader {
  const all: Account = { bytes: 0, waiting: 0, bodies: new Set() };
  const accounts = new Map<string, Account>();
  const byRequest = new WeakMap<FastifyRequest, Body>();

  const hasRoom = (body: Body): boolean => fits(body, all, mostBytes) && fits(body, body.account, mostBytes / 2);

  function take(body: Body, bytes: number): void {
    body.bytes += bytes;
    body.account.bytes += bytes;
    all.bytes += bytes;
  }

  function setWaiting(body: Body, waits: boolean): void {
    if (waits === body.isWaiting) return;
    body.isWaiting = waits;
    body.waitedFrom ??= performance.now();
    body.account.waiting += waits ? 1 : -1;
    all.waiting += waits ? 1 : -1;
    if (waits) body.payload.pause();
    else {
      body.lastPieceAt = performance.now();
      body.payload.resume();
    }
  }

  function release(body: Body): void {
    if (!all.bodies.delete(body)) return;
    body.account.bodies.delete(body);
    if (body.isWaiting) {
      body.account.waiting--;
      all.waiting--;
    }
    if (body.account.bodies.size === 0) accounts.delete(body.group);
    take(body, -body.bytes);
    if (all.waiting === 0) return;
    for (const other of all.bodies) if (other.isWaiting && hasRoom(other)) setWaiting(other, false);
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const body of all.bodies) {
      if (body.isWhole) continue;
      const isSilent = !body.isWaiting && all.waiting > 0 && now - body.lastPieceAt > silentWhileRequestsWaitMs;
      const withinMs = wholeBodyWithinMs + body.bytes / slowestBytesPerMs;
      if (body.waitedFrom !== undefined && now - body.waitedFrom > waitForRoomMs) body.fail(noRoom());
      else if (isSilent || now - body.beganAt > withinMs) body.fail(new AppError('request_timeout'));
    }
  }, checkedEveryMs);
  timer.unref();

  return {
    read(request, payload, done) {
      const { bodyLimit } = request.routeOptions;
      const promised = Number(request.headers['content-length']);
      if (promised > bodyLimit) return done(new AppError('payload_too_large'));
      const group = addressGroup(request.ip);
      const account = accounts.get(group) ?? { bytes: 0, waiting: 0, bodies: new Set() };
      accounts.set(group, account);
      const body = new Body(group, account, payload);
      account.bodies.add(body);
      all.bodies.add(body);
      const pieces: Buffer[] = [];
      let length = 0;

      function end(error: Error | null): void {
        if (body.isWhole) return;
        body.isWhole = true;
        payload.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
        if (error === null) {
          const bytes = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces, length);
          done(null, bytes);
          return;
        }
        pieces.length = 0;
        release(body);
        done(error);
      }
      function onData(piece: Buffer): void {
        length += piece.length;
        body.lastPieceAt = performance.now();
        if (length > bodyLimit) {
          end(new AppError('payload_too_large'));
          return;
        }
        pieces.push(piece);
        take(body, piece.length + pieceBytes);
        if (hasRoom(body)) return;
        if (account.waiting >= mostWaiting) end(noRoom());
        else setWaiting(body, true);
      }
      const onEnd = () => end(null);
      const onError = () => end(new AppError('bad_request', { message: 'The body was cut off on its way.' }));
      const onClose = onError;
      body.fail = end;
      byRequest.set(request, body);
      payload.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
    },
    answered(request) {
      const body = byRequest.get(request);
      if (body !== undefined) release(body);
    },
    close: () => clearInterval(timer),
  };
}

function fits(body: Body, account: Account, mostBytes: number): boolean {
  return account.bytes <= mostBytes || account.bodies.values().next().value === body;
}

function noRoom(): AppError {
  return new AppError('unavailable', {
    message: 'Too many large requests at once. Try again in a moment.',
    retryAfterS: 1,
  });
}

/** Routes of this scope receive a body of any type as bytes. */
export function readBuffers(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, payload, done) => scope.bodies.read(request, payload, done));
}
