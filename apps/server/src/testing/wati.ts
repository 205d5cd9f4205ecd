import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A stand-in for WATI's API, as docs.wati.io describes it (version 2.6, November 2026): contacts, channels and files by
 * the third version at the root of the host, messages by the first under the number of the account, the newest first.
 */

export type StandInWatiContact = {
  id: string;
  wa_id: string;
  name: string;
  phone: string | null;
  channel_type?: string;
  custom_params?: Array<{ name: string; value: string }>;
};
export type WatiData = {
  channels: Array<{ id: string; name: string; channel: string }>;
  contacts: StandInWatiContact[];
  /** By the digits of a contact, the oldest first; null for a number that it does not know. */
  messages: Map<string, object[] | null>;
};

export type Wati = {
  /** `host:port`, for ALLOWED_PRIVATE_HOSTS. */
  host: string;
  url: string;
  data: WatiData;
  /** Bytes by the id of a message; text is an address that it leads to. */
  files: Map<string, Buffer | string>;
  /** How the next calls are answered instead: a status, `gone` for a broken connection. */
  faults: Array<{ status: number; headers?: Record<string, string> } | 'gone'>;
  /** Paths that were asked for, with their authorization. */
  asked: Array<{ path: string; authorization: string | undefined }>;
  close(): Promise<void>;
};

export const watiToken = 'token-of-the-account';
/** Of a token that may read contacts and channels only. */
export const contactsToken = 'token-for-contacts';
const account = '123456';

export async function startWati(): Promise<Wati> {
  const data: WatiData = { channels: [], contacts: [], messages: new Map() };
  const files: Wati['files'] = new Map();
  const faults: Wati['faults'] = [];
  const asked: Wati['asked'] = [];
  const server = createServer((request, response) => {
    const { pathname, search, searchParams: query } = new URL(request.url ?? '/', 'http://wati');
    const { authorization } = request.headers;
    asked.push({ path: pathname + search, authorization });
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const page = <T>(rows: readonly T[], size: string, no: string): T[] => {
      const [of, at] = [Math.min(100, Number(query.get(size))), Number(query.get(no))];
      return rows.slice((at - 1) * of, at * of);
    };
    if (pathname.startsWith('/elsewhere/')) return response.writeHead(200).end(files.get(pathname));
    const fault = faults.shift();
    if (fault === 'gone') return request.socket.destroy();
    if (fault !== undefined) return response.writeHead(fault.status, fault.headers).end();
    if (![watiToken, contactsToken].some((token) => authorization === `Bearer ${token}`))
      return response.writeHead(401).end();
    if (pathname === '/api/ext/v3/contacts')
      return answer(200, { contact_list: page(data.contacts, 'page_size', 'page_number') });
    if (pathname === '/api/ext/v3/channels')
      return answer(200, { channels: page(data.channels, 'page_size', 'page_number') });
    if (authorization !== `Bearer ${watiToken}`) return answer(403, { code: 403, message: 'Forbidden' });
    const file = files.get(/^\/api\/ext\/v3\/conversations\/messages\/file\/(.+)$/.exec(pathname)?.[1] ?? '');
    if (typeof file === 'string') return response.writeHead(302, { location: file }).end();
    if (file !== undefined) return response.writeHead(200, { 'content-length': file.length }).end(file);
    if (pathname.includes('/messages/file/')) return answer(400, { code: 5004, message: 'Message Not Found' });
    const digits = new RegExp(`^/${account}/api/v1/getMessages/(\\d+)$`).exec(pathname)?.[1];
    if (digits === undefined || data.messages.get(digits) === null) return answer(404, { message: 'Not found' });
    const items = page((data.messages.get(digits) ?? []).toReversed(), 'pageSize', 'pageNumber');
    return answer(200, { result: 'success', messages: { items }, link: { nextPage: null } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}/${account}`, data, files, faults, asked },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
