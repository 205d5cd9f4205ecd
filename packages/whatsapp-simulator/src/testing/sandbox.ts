import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AccountInput, Page, PhoneMessage, ReadyMessage, SendRecord } from '../control-types.ts';
import type { JsonObject } from '../graph/shape.ts';
import { simulatorEntry } from '../index.ts';

const secret = 'operator secret of the tests';

/** A simulator in its own process, as the product starts it. */
export interface SimulatorProcess {
  readonly url: string;
  readonly child: ChildProcess;
  putAccount(id: string, input: AccountInput): Promise<Answer>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Takes away its parent, as when the product ends. */
  end(): Promise<number | null>;
}

/** What a call answered. `body` is the parsed JSON. */
export interface Answer {
  status: number;
  body: JsonObject;
}

/** Starts the entry point as the product does. */
export async function startProcess(args: string[]): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [simulatorEntry, '--child', ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SIMULATOR_SECRET: secret },
  });
  const exited = once(child, 'exit');
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as ReadyMessage),
    exited.then(([code]) => Promise.reject(new Error(`the simulator ended with ${code}`))),
  ]);
  const url = `http://127.0.0.1:${ready.port}`;
  return {
    url,
    child,
    putAccount: (id, input) => call('PUT', `${url}/simulator/control/accounts/${id}`, secret, input),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async end() {
      if (child.connected) child.disconnect();
      await exited;
      return child.exitCode;
    },
  };
}

/** One JSON call. */
export async function call(method: string, url: string, token: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as JsonObject };
}

/** An account of a simulator, with the calls a business and its sandbox page make. */
export function accountAt(url: string, id: string, input: AccountInput) {
  const control = `${url}/simulator/control`;
  const graph = `${url}/simulator/v25.0`;
  const withToken = (method: string, path: string, body?: unknown) => call(method, path, input.token, body);
  return {
    id,
    input,
    graph: (method: string, path: string, body?: unknown) => withToken(method, `${graph}/${path}`, body),
    control: (method: string, path: string, body?: unknown) => withToken(method, `${control}/${path}`, body),
    send: (body: JsonObject) =>
      withToken('POST', `${graph}/${id}/messages`, { messaging_product: 'whatsapp', ...body }),
    sendText: (to: string, text: string, opaque?: string) =>
      withToken('POST', `${graph}/${id}/messages`, {
        messaging_product: 'whatsapp',
        to,
        type: 'text',
        text: { body: text },
        ...(opaque === undefined ? {} : { biz_opaque_callback_data: opaque }),
      }),
    async messagesOf(phone: string): Promise<PhoneMessage[]> {
      const { body } = await withToken('GET', `${control}/phones/${phone}/messages?limit=1000`);
      return (body as unknown as Page<PhoneMessage>).data;
    },
    async sends(): Promise<SendRecord[]> {
      const { body } = await withToken('GET', `${control}/books?limit=10000`);
      return (body as unknown as Page<SendRecord>).data;
    },
  };
}

export type TestAccount = ReturnType<typeof accountAt>;

/** Keys of a generated account; the same number gives the same keys. */
export function accountInput(number: number, webhookUrl: string | null): AccountInput {
  return {
    token: `token-of-account-${number}`,
    app_secret: `app secret ${number}`,
    waba_id: `90071992547409${number}`,
    display_phone_number: `1555000000${number}`,
    verified_name: `Business ${number}`,
    webhook_url: webhookUrl,
    verify_token: `verify ${number}`,
    timing: { sent_ms: [5, 15], delivered_ms: [5, 25], read_ms: [5, 15] },
  };
}

/** Waits until `check` gives something other than false, null or undefined; the deadline is generous. */
export async function eventually<T>(what: string, check: () => T | Promise<T>): Promise<Exclude<T, Nothing>> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const result = await check();
    if (isSomething(result)) return result;
    if (Date.now() > deadline) throw new Error(`did not happen in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type Nothing = false | null | undefined;

function isSomething<T>(value: T): value is Exclude<T, Nothing> {
  return value !== null && value !== undefined && value !== false;
}
