import { openCredentials } from '../../apps/server/src/features/channels/credentials.ts';
import { parseConfig } from '../../apps/server/src/platform/config.ts';
import { loadSecrets } from '../../apps/server/src/platform/secrets.ts';
import { apiCall } from '../api-call.ts';
import { projectDir } from '../prepare.mjs';
import type { Installation } from './installation.ts';

/** How a simulated phone behaves; the rest of its settings stay as the simulator makes them. */
export type PhoneInput = {
  phone_number: string;
  name: string;
  username: string;
  reads: 'at_once' | 'when_open' | 'never';
  online: boolean;
  hides_number: boolean;
};

/** The simulated phones of one account, by the sandbox's own token. */
export type Sandbox = {
  channelId: string;
  makePhone(settings: Partial<PhoneInput>): Promise<string>;
  changePhone(phoneId: string, settings: Partial<PhoneInput>): Promise<void>;
  /** The customer writes; `content` is under its type. @returns the provider's id of the message */
  write(phoneId: string, type: string, content: unknown, context?: string): Promise<string>;
  /** The phone's messages, oldest first. */
  messagesOf<M>(phoneId: string): Promise<M[]>;
  /** A file that a phone can then send. @returns its id */
  uploadMedia(content: Buffer, mimeType: string): Promise<string>;
  /** A file of either direction, as the phone has it. */
  readMedia(mediaId: string): Promise<{ mimeType: string; bytes: Buffer }>;
  /** The next sends meet this error of WhatsApp. */
  failNext(code: number): Promise<void>;
};

/** @throws Error when the account has no sandbox channel */
export async function openSandbox(installation: Installation, clientId: string): Promise<Sandbox> {
  const { rows } = await installation.owner.query<{ id: string; credentials_enc: Buffer }>(
    'select id, credentials_enc from channels where client_id = $1 and sandbox and deleted_at is null',
    [clientId],
  );
  const [channel] = rows;
  if (channel === undefined) throw new Error('The account has no sandbox. Is the server started with SANDBOX=off?');
  const { SECRET_KEY, SECRET_KEY_PREVIOUS } = parseConfig(process.env, projectDir);
  const secrets = await loadSecrets(installation.dataDir, SECRET_KEY, SECRET_KEY_PREVIOUS);
  const token = openCredentials(secrets, clientId, channel.id, channel.credentials_enc).access_token;
  const control = <T>(method: string, path: string, body: unknown) =>
    apiCall<T>(`${installation.url}/simulator/control`, method, path, body, token);
  const pathOf = (phoneId: string) => `/phones/${encodeURIComponent(phoneId)}`;
  return {
    channelId: channel.id,
    makePhone: async (settings) => (await control<{ id: string }>('POST', '/phones', settings)).id,
    changePhone: async (phoneId, settings) => {
      await control('PATCH', pathOf(phoneId), settings);
    },
    async write(phoneId, type, content, context) {
      const quoting = context === undefined ? {} : { context: { message_id: context } };
      const body = { type, [type]: content, ...quoting };
      return (await control<{ id: string }>('POST', `${pathOf(phoneId)}/messages`, body)).id;
    },
    async messagesOf<M>(phoneId: string) {
      return (await control<{ data: M[] }>('GET', `${pathOf(phoneId)}/messages?limit=1000`, undefined)).data;
    },
    async uploadMedia(content, mimeType) {
      const answer = await fetch(`${installation.url}/simulator/control/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': mimeType },
        body: new Uint8Array(content),
      });
      if (!answer.ok) throw new Error(`the simulator did not keep a file: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { id: string }).id;
    },
    async readMedia(mediaId) {
      const answer = await fetch(`${installation.url}/simulator/control/media/${encodeURIComponent(mediaId)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { mimeType: answer.headers.get('content-type') ?? '', bytes };
    },
    failNext: async (code) => {
      await control('POST', '/faults', { next_send_error: code });
    },
  };
}
