import type { InputOf, OutputOf, RouteKey } from '@parley/contract';
import { buildWebhook, fixtureIds, type MessagesValue, signedBody } from '@parley/whatsapp-fixtures';
import { type Simulator, startSimulator } from '@parley/whatsapp-simulator';
import { newId } from '../platform/ids.ts';
import { type ServerOptions, type TestServer, testServer } from './server.ts';
import { createUser, type TestUser } from './users.ts';

/** One user's calls, by the key of the contract. */
export type Api = <K extends RouteKey>(
  key: K,
  input?: Partial<{ params: unknown; query: unknown; body: unknown }> & Partial<InputOf<K>>,
) => Promise<{ status: number; body: OutputOf<K>; headers: Headers }>;

export type World = {
  server: TestServer;
  simulator: Simulator;
  user: TestUser;
  clientId: string;
  channelId: string;
  appSecret: string;
  token: string;
  api: Api;
  /** Another user's or account's calls. */
  apiAs(token: string | null): Api;
  /** Posts a delivery like WhatsApp: signed, escaped. @returns the status */
  deliver(value: MessagesValue): Promise<number>;
  postWebhook(body: Buffer, signature: string | null, channelId?: string): Promise<Response>;
  /** A call of the simulator's control API as the connected number. */
  phone<T>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
};

export type WorldOptions = ServerOptions & {
  /** Puts a proxy between the server and the provider. @returns the URL for the server to call */
  between?: (providerUrl: string) => Promise<string>;
  /** Hosts with ports on loopback from which the simulator fetches linked files. */
  fileHosts?: readonly string[];
  /** Milliseconds until the simulator reports that a message was sent and delivered; default 5 to 10 each. */
  statusesAfterMs?: number;
};

const accessToken = 'EAA-token-of-the-test-channel';
const appSecret = 'app-secret-of-the-test-channel';
const verifyToken = 'verify-token-of-the-test';

/** A server with one account, one Owner and one number that is connected to a simulator in place of Meta. */
export async function testWorld(options: WorldOptions = {}): Promise<World> {
  const { statusesAfterMs } = options;
  const soon: [number, number] = statusesAfterMs === undefined ? [5, 10] : [statusesAfterMs, statusesAfterMs];
  const simulator = await startSimulator({
    limits: { sendsPerSecond: null, phones: null, throughput: false },
    timing: { sent_ms: soon, delivered_ms: soon, read_ms: soon },
    allowedPrivateHosts: options.fileHosts ?? [],
  });
  const provider = (await options.between?.(simulator.url)) ?? simulator.url;
  const server = await testServer({ ...options, env: { GRAPH_BASE_URL: `${provider}/simulator`, ...options.env } });
  const user = await createUser(server.owner);
  const { phoneNumberId, wabaId, displayPhoneNumber } = fixtureIds;
  simulator.registerAccount(phoneNumberId, {
    token: accessToken,
    app_secret: appSecret,
    waba_id: wabaId,
    display_phone_number: displayPhoneNumber,
    verified_name: 'Kestrel shop',
    windows: false,
  });
  const auth = await (await import('./auth.ts')).createAuth(server.platform);
  const firstToken = await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account: null });
  const apiAs = (token: string | null): Api => callAs(server.url, token);
  const account = await apiAs(firstToken)('POST /api/clients', {
    body: { name: 'Kestrel shop', country: 'GB', time_zone: 'Europe/London' },
  });
  const clientId = account.body.client_id;
  const token = await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account: { clientId, role: 'Owner' } });
  const api = apiAs(token);
  const channel = await api('POST /api/channels', {
    body: {
      kind: 'WHATSAPP',
      channel_label: 'Kestrel shop',
      phone_number: `+${displayPhoneNumber}`,
      phone_number_id: phoneNumberId,
      waba_id: wabaId,
      access_token: accessToken,
      app_secret: appSecret,
      verify_token: verifyToken,
    },
  });
  const channelId = channel.body.id;
  const postWebhook = (body: Buffer, signature: string | null, id = channelId) =>
    fetch(`${server.url}/webhooks/whatsapp/${id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
      },
      body: new Uint8Array(body),
    });
  return {
    server,
    simulator,
    user: user,
    clientId,
    channelId,
    appSecret,
    token,
    api,
    apiAs,
    postWebhook,
    async deliver(value) {
      const { body, signature } = signedBody(
        buildWebhook({ wabaId, phoneNumberId, displayPhoneNumber }, value),
        appSecret,
      );
      return (await postWebhook(body, signature)).status;
    },
    async phone<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${simulator.url}/simulator/control${path}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    async close() {
      await server.close();
      await simulator.close();
    },
  };
}

function callAs(base: string, token: string | null): Api {
  return async (key, input = {}) => {
    const [method = 'GET', template = ''] = key.split(' ');
    const params = (input.params ?? {}) as Record<string, string>;
    const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {}))
      for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one));
    const response = await fetch(`${base}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    } as never;
  };
}

/** Polls until a condition is satisfied; 0 does not satisfy it. @throws after `withinMs` milliseconds */
export async function until<T>(look: () => Promise<T | null | undefined | false | 0>, withinMs = 40_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false && found !== 0) return found;
    if (performance.now() > end) throw new Error(`not so within ${withinMs} ms: ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Seconds since 1970, like WhatsApp's timestamps. */
export function nowS(): number {
  return Math.floor(Date.now() / 1_000);
}

/** An unused provider message id. */
export function freshWamid(): string {
  return `wamid.${newId()}`;
}
