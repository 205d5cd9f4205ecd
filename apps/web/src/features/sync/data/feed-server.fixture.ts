/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unrestricted } from '@parley/contract/permissions';
import type { Change, Client, ClientFrame, Message, ServerFrame, Thread, User } from '@parley/contract/types';
import { type WebSocket, WebSocketServer } from 'ws';

export const me = '01890000-0000-7000-8000-0000000000a1';
const clientId = '01890000-0000-7000-8000-000000000001';

const client: Client = {
  client_id: clientId,
  user_id: me,
  name: 'Kestrel Cycles',
  logo_url: null,
  country: 'GB',
  time_zone: 'Europe/London',
  industry: null,
  website: null,
  team_size: null,
  referral_source: null,
  custom_fields: [],
  user_restrictions: { only_assigned: false, mask_phone_numbers: false, no_export: false, no_deletion: false },
  join_by_domain: false,
  require_two_step_verification: false,
  sign_in_provider: null,
  users_may_delete_all_contacts: false,
  opt_out_words: [],
  opt_out_answers: { on: true, texts: [] },
  working_hours: null,
  closing_soon_minutes: 120,
  only_assignee_replies: false,
  currency: 'EUR',
  link_previews: 'outgoing',
  rating_rule: null,
  auto_close_rule: null,
  reply_targets: { targets: [], warn_minutes: 30, tell_admins: false },
  assignment_rule: null,
  invitation_branding: { name: '', logo: true, greeting: '' },
  created_at: '2026-11-01T00:00:00.000Z',
  version: 1,
};
const user: User = {
  id: me,
  name: 'Mateo Ruiz',
  email: 'mateo@example.com',
  photo_url: null,
  role: 'Owner',
  state: 'active',
  version: 1,
};

/**
 * For tests: the read and live parts of the API over real HTTP and sockets, with rows in memory and a feed that has
 * positions, resumes, resets and closes as specified.
 */
export class FeedServer {
  threads = new Map<string, Thread>();
  messages = new Map<string, Message>();
  /** Requested paths, without query. */
  calls: string[] = [];
  /** Cursors with which sockets authenticated. */
  resumed: (string | null)[] = [];
  /** Tokens seen on sockets. */
  tokens: string[] = [];
  /** Responses wait for this. */
  paused: Promise<void> = Promise.resolve();
  refuseSockets = false;
  /** Called when a socket was refused. */
  onRefused: () => void = () => undefined;
  /** Sockets stay open and send nothing, not even a welcome. */
  mute = false;
  /** Cursors below this one get a reset. */
  oldest = 0;
  #feed: Change[] = [];
  #sockets = new Set<WebSocket>();
  #waiting = new Set<() => void>();
  #wss = new WebSocketServer({ noServer: true });
  #http = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<void> {
    this.#http.on('upgrade', (request, socket, head) => {
      if (this.refuseSockets) {
        socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
        this.onRefused();
        return;
      }
      this.#wss.handleUpgrade(request, socket, head, (opened) => this.#talk(opened));
    });
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.terminate();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  /** Writes a thread row and its change. */
  putThread(row: Thread): void {
    const marker = this.threads.has(row.id) ? 'MODIFIED' : 'NEW';
    this.threads.set(row.id, row);
    this.publish({ collection: 'threads', id: row.id, marker, version: row.version, data: row });
  }

  /** Writes a message row and its change. */
  putMessage(row: Message): void {
    const marker = this.messages.has(row.id) ? 'MODIFIED' : 'NEW';
    this.messages.set(row.id, row);
    this.publish({ collection: 'messages', id: row.id, marker, version: row.version, data: row });
  }

  publish(change: Change): void {
    this.#feed.push(change);
    this.say({ type: 'changes', cursor: String(this.#feed.length), changes: [change] });
    for (const wake of this.#waiting) wake();
  }

  say(frame: ServerFrame): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify(frame));
  }

  closeSockets(code: number): void {
    for (const socket of this.#sockets) socket.close(code);
  }

  get socketCount(): number {
    return this.#sockets.size;
  }

  #talk(socket: WebSocket): void {
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as ClientFrame;
      if (frame.type === 'token') this.tokens.push(frame.token);
      if (frame.type !== 'auth') return;
      this.tokens.push(frame.token);
      this.resumed.push(frame.cursor);
      if (this.mute) return;
      const from = Number(frame.cursor ?? this.#feed.length);
      const send = (answer: ServerFrame) => socket.send(JSON.stringify(answer));
      if (from < this.oldest) return send({ type: 'reset', reason: 'too old' });
      this.#sockets.add(socket);
      send({ type: 'welcome', cursor: String(from) });
      const missed = this.#feed.slice(from);
      if (missed.length > 0) send({ type: 'changes', cursor: String(this.#feed.length), changes: missed });
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://server.invalid');
    this.calls.push(url.pathname);
    await this.paused;
    const answer = await this.#answer(url, response);
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { code: 'not_found', message: 'not found', data: [] } }));
  }

  async #answer(url: URL, response: ServerResponse): Promise<unknown> {
    const thread = /^\/api\/threads\/([^/]+)\/messages$/.exec(url.pathname)?.[1];
    if (thread !== undefined) {
      const rows = [...this.messages.values()].filter((message) => message.thread_id === thread);
      return { data: rows.reverse(), next_cursor: null };
    }
    if (url.pathname === '/api/threads') {
      const state = url.searchParams.get('state');
      const rows = [...this.threads.values()].filter((row) => state === null || row.state === state);
      return {
        data: rows.sort((a, b) => ((a.last_message_at ?? '') < (b.last_message_at ?? '') ? 1 : -1)),
        next_cursor: null,
      };
    }
    if (url.pathname === '/api/bootstrap') {
      const cursor = String(this.#feed.length);
      const formats = { region: null, hour_format: null, week_start: null };
      const nothing = { push_user_id: null, time_zone: null, formats };
      const reference = {
        user_groups: [],
        channels: [],
        templates: [],
        contact_lists: [],
        labels: [],
        stages: [],
        saved_views: [],
        ...nothing,
      };
      const access = { role: user.role, restrictions: unrestricted, users_may_delete_all_contacts: false };
      return { client, user, users: [user], access, ...reference, cursor };
    }
    if (url.pathname === '/api/sync/poll') return this.#poll(url, response);
    return undefined;
  }

  async #poll(url: URL, response: ServerResponse): Promise<unknown> {
    const given = url.searchParams.get('cursor');
    if (given === null) return { cursor: String(this.#feed.length), changes: [] };
    if (Number(given) < this.oldest) return { cursor: String(this.#feed.length), reset: 'too old' };
    if (this.#feed.length === Number(given)) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
        response.on('close', resolve);
        setTimeout(resolve, Number(url.searchParams.get('timeout')) * 1_000).unref();
      });
    }
    return { cursor: String(this.#feed.length), changes: this.#feed.slice(Number(given)) };
  }
}
