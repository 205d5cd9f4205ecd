import type { ScenarioDriver } from './play-scenario.ts';

/** A call of this API: its key, input and response. Rejects only without a response. */
export type SandboxCall = (
  key: string,
  input: { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown },
) => Promise<{ status: number; body: unknown }>;

type Sandbox = { channel: { id: string; clock_offset_ms: number } };
type Phone = { id: string; name: string };
type Thread = {
  id: string;
  contact: { phone_number: string | null; name: string };
  window_expires_at: string | null;
};
type Message = {
  id: string;
  direction: string;
  text?: { body: string } | null;
  status: number;
  error?: { code: string | number; provider_code?: number | null } | null;
};

const hourMs = 3_600_000;

/**
 * The stage of a scenario through this API: on the page as the signed-in user, in tests as a member. Each customer is
 * a new phone, so that earlier plays do not interfere.
 * @param onPhone called when a customer got a phone
 */
export function createSandboxDriver(call: SandboxCall, onPhone?: (phoneId: string) => void): ScenarioDriver {
  const phones = new Map<string, Promise<Phone>>();

  async function ask<T>(key: string, input: Parameters<SandboxCall>[1] = {}): Promise<T> {
    const { status, body } = await call(key, input);
    if (status < 300) return body as T;
    throw new Error(messageOf(body) ?? `${key} answered ${status}`);
  }
  const sandbox = () => ask<Sandbox>('GET /api/sandbox');

  function phoneOf(who: string): Promise<Phone> {
    const known = phones.get(who);
    if (known !== undefined) return known;
    const made = ask<Phone>('POST /api/sandbox/phones', { body: { name: who } }).then((phone) => {
      onPhone?.(phone.id);
      return phone;
    });
    phones.set(who, made);
    return made;
  }

  async function threadOf(who: string): Promise<{ channelId: string; thread: Thread | undefined }> {
    const phone = await phoneOf(who);
    const channelId = (await sandbox()).channel.id;
    const { data } = await ask<{ data: Thread[] }>('GET /api/threads', { query: { channel_id: channelId } });
    // A customer who hides their number is known by name only.
    const thread = data.find(({ contact: { phone_number, name } }) =>
      phone_number === null ? name === phone.name : phone_number === phone.id,
    );
    return { channelId, thread };
  }

  async function messagesOf(who: string): Promise<Message[]> {
    const { thread } = await threadOf(who);
    if (thread === undefined) return [];
    const key = 'GET /api/threads/{id}/messages';
    return (await ask<{ data: Message[] }>(key, { params: { id: thread.id } })).data;
  }

  return {
    async write(who, message) {
      const { id } = await phoneOf(who);
      const key = 'POST /api/sandbox/phones/{phone_id}/messages';
      return (await ask<{ id: string }>(key, { params: { phone_id: id }, body: message })).id;
    },
    async setBehaviour(who, behaviour) {
      const { id } = await phoneOf(who);
      await ask('PUT /api/sandbox/phones/{phone_id}', { params: { phone_id: id }, body: behaviour });
    },
    async read(who) {
      const { id } = await phoneOf(who);
      await ask('POST /api/sandbox/phones/{phone_id}/read', { params: { phone_id: id } });
    },
    async changeNumber(who) {
      const { id } = await phoneOf(who);
      const key = 'POST /api/sandbox/phones/{phone_id}/number';
      const moved = await ask<Phone>(key, { params: { phone_id: id }, body: {} });
      phones.set(who, Promise.resolve(moved));
      onPhone?.(moved.id);
    },
    async reply(who, text) {
      const { channelId, thread } = await threadOf(who);
      if (thread === undefined) throw new Error(`There is no conversation with ${who} yet.`);
      const body = { channel_id: channelId, thread_id: thread.id, source: 'INBOX', type: 'text', text: { body: text } };
      const answer = await call('POST /api/messages', { body });
      if (answer.status === 422) return null;
      if (answer.status >= 300) throw new Error(messageOf(answer.body) ?? `The message was answered ${answer.status}.`);
      return (answer.body as { id: string }).id;
    },
    async markThreadRead(who) {
      const { thread } = await threadOf(who);
      if (thread !== undefined) await ask('POST /api/threads/{id}/read', { params: { id: thread.id } });
    },
    async moveClock(hours) {
      const { channel } = await sandbox();
      const offset_ms = Math.round(channel.clock_offset_ms + hours * hourMs);
      await ask('PUT /api/sandbox/clock', { body: { offset_ms } });
    },
    async setFaults(faults) {
      await ask('PUT /api/sandbox/faults', { body: faults });
    },
    wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    async countInInbox(who, text) {
      const messages = await messagesOf(who);
      return messages.filter(({ direction, text: said }) => direction === 'INCOMING' && said?.body === text).length;
    },
    async countOnPhone(who, text) {
      const { id } = await phoneOf(who);
      type Updates = { messages: Array<{ direction: string; content: { body?: unknown } }> };
      const key = 'GET /api/sandbox/phones/{phone_id}/updates';
      const { messages } = await ask<Updates>(key, { params: { phone_id: id }, query: { timeout: 0 } });
      return messages.filter(({ direction, content }) => direction === 'to_customer' && content.body === text).length;
    },
    async statusOf(messageId) {
      const message = await ask<Message>('GET /api/messages/{id}', { params: { id: messageId } });
      const code = message.error?.provider_code ?? message.error?.code ?? null;
      return { status: message.status, code: code === null ? null : Number(code) };
    },
    async isWindowOpen(who) {
      const [{ thread }, { channel }] = await Promise.all([threadOf(who), sandbox()]);
      const until = thread?.window_expires_at ?? null;
      return until !== null && Date.parse(until) > Date.now() + channel.clock_offset_ms;
    },
  };
}

function messageOf(body: unknown): string | null {
  const { error } = (body ?? {}) as { error?: { message?: string; data?: Array<{ msg: string }> } };
  return error?.data?.[0]?.msg ?? error?.message ?? null;
}
