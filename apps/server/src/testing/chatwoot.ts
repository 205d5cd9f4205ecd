import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A stand-in for Chatwoot's API, as its swagger documents and its views answer (github.com/chatwoot/chatwoot, November
 * 2026): 25 conversations, 15 contacts, 100 messages after an id.
 */

type Contact = {
  id: number;
  name: string;
  phone_number: string | null;
  custom_attributes?: Record<string, unknown>;
};
export type StandInMessage = {
  id: number;
  content: string | null;
  message_type: 0 | 1 | 2 | 3;
  created_at: number;
  private?: boolean;
  status?: string;
  source_id?: string;
  content_attributes?: Record<string, unknown>;
  sender?: { id: number; name: string; type: 'user' | 'contact' | 'agent_bot' };
  attachments?: object[];
};
export type StandInConversation = {
  id: number;
  inbox_id: number;
  contact: Contact;
  status: 'open' | 'resolved' | 'pending' | 'snoozed';
  labels: string[];
  messages: StandInMessage[];
};

export type ChatwootData = {
  inboxes: Array<{ id: number; name: string; channel_type: string; medium?: string }>;
  agents: Array<{ id: number; name: string; email: string }>;
  /** The oldest first. */
  conversations: StandInConversation[];
  /** Those without a conversation too. */
  contacts: Contact[];
  attributes?: Array<{ attribute_key: string; attribute_display_name: string; attribute_model: string }>;
  canned?: Array<{ id: number; short_code: string; content: string }>;
};

export type Chatwoot = {
  /** `host:port`, for ALLOWED_PRIVATE_HOSTS. */
  host: string;
  url: string;
  data: ChatwootData;
  /** Bytes by path, for attachments. */
  files: Map<string, Buffer>;
  /** How the next calls are answered instead: a status, `gone` for a broken connection. */
  faults: Array<{ status: number; headers?: Record<string, string> } | 'gone'>;
  /** Paths that were asked for, with their access tokens. */
  asked: Array<{ path: string; token: string | undefined }>;
  close(): Promise<void>;
};

export const administratorToken = 'token-of-an-administrator';
export const agentToken = 'token-of-an-agent';
export const twoAccountsToken = 'token-of-two-accounts';
const account = 3;

const accountsOf: Readonly<Record<string, object[]>> = {
  [administratorToken]: [{ id: account, name: 'Kestrel Cycles', role: 'administrator' }],
  [agentToken]: [{ id: account, name: 'Kestrel Cycles', role: 'agent' }],
  [twoAccountsToken]: [
    { id: account, name: 'Kestrel Cycles', role: 'administrator' },
    { id: 4, name: 'Other', role: 'administrator' },
  ],
};

const pageOf = <T>(rows: readonly T[], page: string | null, size: number) =>
  rows.slice((Number(page ?? 1) - 1) * size, Number(page ?? 1) * size);

/** @param port 0 for any */
export async function startChatwoot(data: ChatwootData, port = 0): Promise<Chatwoot> {
  const files: Chatwoot['files'] = new Map();
  const faults: Chatwoot['faults'] = [];
  const asked: Chatwoot['asked'] = [];

  const answer = (url: URL): unknown => {
    const { searchParams: query } = url;
    const path = url.pathname.slice(`/api/v1/accounts/${account}`.length);
    if (path === '/inboxes') return { payload: data.inboxes };
    if (path === '/agents') return data.agents;
    if (path === '/custom_attribute_definitions') return data.attributes ?? [];
    if (path === '/canned_responses') return data.canned ?? [];
    if (path === '/contacts') return { meta: {}, payload: pageOf(data.contacts, query.get('page'), 15) };
    if (path === '/conversations') {
      const all = data.conversations
        .filter(({ inbox_id: inbox }) => String(inbox) === query.get('inbox_id'))
        .filter(({ status }) => query.get('status') === 'all' || status === (query.get('status') ?? 'open'));
      const sorted = query.get('sort_by') === 'created_at_desc' ? all.toReversed() : all;
      const payload = pageOf(sorted, query.get('page'), 25).map(({ contact, messages: _own, ...one }) => ({
        ...one,
        meta: { sender: contact, channel: data.inboxes.find(({ id }) => id === one.inbox_id)?.channel_type },
      }));
      return { data: { meta: { all_count: all.length }, payload } };
    }
    const found = /^\/conversations\/(\d+)\/messages$/.exec(path);
    const conversation = data.conversations.find(({ id }) => String(id) === found?.[1]);
    if (conversation === undefined) return null;
    const after = Number(query.get('after') ?? 0);
    return { meta: {}, payload: conversation.messages.filter(({ id }) => id > after).slice(0, 100) };
  };

  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://chatwoot');
    const token = request.headers['api_access_token']?.toString();
    asked.push({ path: url.pathname + url.search, token });
    const fault = faults.shift();
    if (fault === 'gone') return request.socket.destroy();
    if (fault !== undefined) return response.writeHead(fault.status, fault.headers).end('{}');
    const file = files.get(url.pathname);
    if (file !== undefined) return response.writeHead(200, { 'content-length': file.length }).end(file);
    if (!url.pathname.startsWith('/api/v1/')) return response.writeHead(404).end('<html></html>');
    const accounts = accountsOf[token ?? ''];
    if (accounts === undefined) return json(response, 401, { errors: ['Invalid access token'] });
    if (url.pathname === '/api/v1/profile') return json(response, 200, { id: 1, name: 'Dana', accounts });
    const body = answer(url);
    return body === null ? json(response, 404, { error: 'not found' }) : json(response, 200, body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}`, data, files, faults, asked },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
