import { type Language, languageAmong } from '@parley/contract/languages';
import { closeCodes } from '@parley/contract/sync';
import type { ClientFrame, PresenceState, ServerFrame } from '@parley/contract/types';
import type { WebSocket } from 'ws';
import type { MemberActor, UserActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { unmetSignInRule } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Hub } from './hub.ts';
import type { Presence } from './presence.ts';
import type { SocketLimits } from './socket-limits.ts';
import { accessChanged, type SyncMembers } from './sync-members.ts';

/** A verified token and when it ends, milliseconds since the epoch. */
export type VerifiedToken = { actor: UserActor; expiresAtMs: number };
export type VerifyToken = (token: string) => Promise<VerifiedToken>;

const authWithinMs = 5_000;
const pingEveryMs = 25_000;
/** A reader this far behind is closed and starts again from its cursor. */
const slowBytes = 4 * 1_048_576;
const frameLimitBytes = 16_384;
/** Who does not answer a close meanwhile is not waited for. */
const closeWithinMs = 2_000;
const maxTopics = 200;
const keptOut = 'the account’s sign-in rules are not met';
const threadOfTopic = /^presence:(.+)$/;

const presenceStates: readonly PresenceState[] = ['viewing', 'typing', 'away'];

type Parts = {
  platform: Platform;
  hub: Hub;
  presence: Presence;
  verify: VerifyToken;
  members: SyncMembers;
  limits: SocketLimits;
};

/** Serves one live connection until it closes. Frames are handled one after another, in order. */
export function serveSocket(socket: WebSocket, parts: Parts): void {
  const { platform, hub, presence, verify, members } = parts;
  let actor: MemberActor | undefined;
  let token = '';
  let language: Language = 'en';
  let stopListening: (() => void) | undefined;
  let leave: (() => void) | undefined;
  let expiry: NodeJS.Timeout | undefined;
  let queue = Promise.resolve();
  const topics = new Set<string>();
  const meter = parts.limits.open();

  const sendBuffer = (frame: Buffer) => {
    if (socket.bufferedAmount > slowBytes) socket.close(closeCodes.slow, 'too slow');
    else if (socket.readyState === socket.OPEN) socket.send(frame, { binary: false });
  };
  const send = (frame: ServerFrame) => sendBuffer(Buffer.from(JSON.stringify(frame)));

  const authTimer = setTimeout(() => {
    if (actor === undefined) socket.close(closeCodes.token, 'no token in time');
  }, authWithinMs);
  const pings = setInterval(() => {
    send({ type: 'ping' });
    // The notification that a session or membership ended may get lost.
    if (actor !== undefined) queue = queue.then(() => recheck(closeCodes.no_longer_a_member));
  }, pingEveryMs);
  const offSessions = platform.notifier.on('sessions', (key) => {
    if (actor === undefined) return;
    if (key === actor.sid) queue = queue.then(() => recheck(closeCodes.token));
    else if (key === actor.uid || key === actor.clientId)
      queue = queue.then(() => recheck(closeCodes.no_longer_a_member));
  });

  const offNotifications = platform.notifier.on('notifications', (key) => {
    if (actor !== undefined && key === `${actor.clientId} ${actor.uid}`) send({ type: 'notifications' });
  });
  const offPreferences = platform.notifier.on('preferences', (uid) => {
    if (uid === actor?.uid) send({ type: 'preferences' });
  });

  socket.on('message', (data: Buffer, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const handled = meter.take(data.length);
    if (handled === null) return turnAway('too many frames');
    queue = queue.then(async () => {
      if (socket.readyState !== socket.OPEN) return;
      const frame = isBinary ? null : readFrame(data.toString());
      if (frame === null) return socket.close(closeCodes.bad_frame, 'bad frame');
      await handle(frame);
    });
    queue = queue
      .catch((error: unknown) => {
        platform.log.warn({ err: error }, 'live connection failed');
        socket.close(closeCodes.restart, 'try again');
      })
      .finally(handled);
  });
  socket.on('error', (error) => platform.log.debug({ err: error }, 'live connection broke'));
  socket.on('close', () => {
    clearTimeout(authTimer);
    clearTimeout(expiry);
    clearInterval(pings);
    offSessions();
    offNotifications();
    offPreferences();
    stopListening?.();
    leave?.();
    meter.leave();
    if (actor !== undefined) presence.leave(socket, actor.clientId);
  });

  /** What it goes on sending is not even read. */
  function turnAway(reason: string): void {
    socket.close(closeCodes.too_many, reason);
    socket.pause();
    setTimeout(() => socket.terminate(), closeWithinMs).unref();
  }

  async function handle(frame: ClientFrame): Promise<void> {
    if (frame.type === 'auth' || frame.type === 'token') language = languageAmong([frame.language ?? '']);
    if (frame.type === 'auth') {
      if (actor !== undefined) return socket.close(closeCodes.bad_frame, 'already signed in');
      if (!(await accept(frame.token))) return;
      await listen(frame.cursor === null ? null : Number(frame.cursor));
      return;
    }
    if (actor === undefined) return socket.close(closeCodes.token, 'sign in first');
    if (frame.type === 'token') {
      await accept(frame.token);
    } else if (frame.type === 'topics') {
      await watch(actor, frame.add ?? [], frame.remove ?? []);
    } else if ((await members.visibleThreads(actor, [frame.thread_id])).has(frame.thread_id)) {
      presence.set(socket, actor.clientId, frame.thread_id, actor.uid, frame.state);
    }
  }

  /** Only visible threads can be watched; the connection ends when the member's access changes. */
  async function watch(member: MemberActor, add: readonly string[], remove: readonly string[]): Promise<void> {
    const wanted = add.flatMap((topic) => threadOfTopic.exec(topic)?.[1] ?? []).filter(isUuid);
    const seen = await members.visibleThreads(member, wanted.slice(0, maxTopics));
    for (const id of seen) if (topics.size < maxTopics) topics.add(`presence:${id}`);
    for (const topic of remove) topics.delete(topic.toLowerCase());
    presence.watch(socket, member.clientId, member.uid, topics, send);
  }

  /** Accepts a token; one of another user or account is refused. */
  async function accept(next: string): Promise<boolean> {
    const verified = await verify(next).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 401) return null;
      throw error;
    });
    // Closed meanwhile: what it holds was given back already.
    if (socket.readyState !== socket.OPEN) return false;
    if (verified === null) {
      socket.close(closeCodes.token, 'token refused');
      return false;
    }
    const { clientId, role } = verified.actor;
    if (unmetSignInRule(verified.actor) !== null) {
      socket.close(closeCodes.token, keptOut);
      return false;
    }
    if (clientId === null || role === null) {
      socket.close(closeCodes.no_longer_a_member, 'no account');
      return false;
    }
    if (actor !== undefined && (actor.uid !== verified.actor.uid || actor.clientId !== clientId)) {
      socket.close(closeCodes.token, 'another session');
      return false;
    }
    const member = { ...verified.actor, clientId, role };
    if (actor === undefined && !meter.enter(member)) {
      turnAway('too many connections');
      return false;
    }
    if (actor !== undefined && !hasSameAccess(actor, member)) {
      resetAccess();
      return false;
    }
    actor = member;
    token = next;
    clearTimeout(expiry);
    const leftMs = Math.min(Math.max(verified.expiresAtMs - Date.now(), 0), 2_147_000_000);
    expiry = setTimeout(() => socket.close(closeCodes.token, 'token expired'), leftMs);
    return true;
  }

  /**
   * The user, session or account may have changed.
   * @param ended the code to close with when the token is no longer valid
   */
  async function recheck(ended: number): Promise<void> {
    try {
      const verified = await verify(token);
      if (verified.actor.clientId === null) socket.close(closeCodes.no_longer_a_member, 'no longer a member');
      else if (unmetSignInRule(verified.actor) !== null) socket.close(closeCodes.token, keptOut);
      else if (actor !== undefined && !hasSameAccess(actor, verified.actor)) resetAccess();
    } catch (error) {
      if (error instanceof AppError && error.status === 401) socket.close(ended, 'session ended');
      else platform.log.debug({ err: error }, 'a session could not be checked; the next ping tries again');
    }
  }

  /** The client discards its data, gets a token with the new role and starts over. */
  function resetAccess(): void {
    send({ type: 'reset', reason: accessChanged });
    socket.close(closeCodes.token, 'access changed');
  }

  async function listen(cursor: number | null): Promise<void> {
    if (actor === undefined) return;
    const { clientId, accessChangedAtMs } = actor;
    leave = members.connected(actor);
    const isOld =
      cursor !== null && accessChangedAtMs !== null && (await hub.isBefore(clientId, cursor, accessChangedAtMs));
    const start = isOld || cursor === null ? await hub.position(clientId) : cursor;
    send({ type: 'welcome', cursor: String(start) });
    if (isOld) send({ type: 'reset', reason: accessChanged });
    const listening = await hub.listen(clientId, start, {
      view: members.viewOf(actor),
      language: () => language,
      onPage: (_page, frame) => sendBuffer(frame),
      onReset: () => send({ type: 'reset', reason: 'The feed does not reach back to this cursor.' }),
      onDatabase: (answers) => send({ type: 'database', answers }),
    });
    if (socket.readyState === socket.OPEN) {
      stopListening = listening.stop;
      return;
    }
    // Closed while being set up: the close listener ran before there was anything to stop.
    listening.stop();
    leave();
  }
}

function hasSameAccess(before: UserActor, now: UserActor): boolean {
  const limits = ({ restrictions, groupIds }: UserActor) => JSON.stringify([restrictions, groupIds]);
  return before.role === now.role && limits(before) === limits(now);
}

function readFrame(text: string): ClientFrame | null {
  if (text.length > frameLimitBytes) return null;
  let frame: Record<string, unknown>;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    frame = value as Record<string, unknown>;
  } catch {
    return null;
  }
  const strings = (value: unknown) =>
    value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
  switch (frame['type']) {
    case 'auth': {
      const cursor = frame['cursor'] ?? null;
      const good = cursor === null || (typeof cursor === 'string' && /^\d{1,15}$/.test(cursor));
      return typeof frame['token'] === 'string' && good
        ? { type: 'auth', token: frame['token'], cursor: cursor as string | null, ...languageOf(frame) }
        : null;
    }
    case 'token':
      return typeof frame['token'] === 'string' ? { type: 'token', token: frame['token'], ...languageOf(frame) } : null;
    case 'topics':
      return strings(frame['add']) && strings(frame['remove']) ? (frame as ClientFrame) : null;
    case 'presence': {
      const state = presenceStates.find((name) => name === frame['state']);
      const threadId = frame['thread_id'];
      return state !== undefined && typeof threadId === 'string' && isUuid(threadId)
        ? { type: 'presence', thread_id: threadId.toLowerCase(), state }
        : null;
    }
    default:
      return null;
  }
}

function languageOf({ language }: Record<string, unknown>): { language?: string } {
  return typeof language === 'string' ? { language } : {};
}
