import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A stand-in for respond.io's API v2, as its TypeScript SDK describes it (github.com/respond-io/typescript-sdk, November
 * 2026): lists have `items` and `pagination.next`, an address with a cursor. The newest messages come first.
 */

export type StandInContact = {
  id: number;
  firstName: string;
  lastName?: string;
  phone: string | null;
  status: 'open' | 'close';
  tags: string[];
  custom_fields?: Array<{ name: string; value: string | number | boolean | null }>;
};
export type RespondIoData = {
  channels: Array<{ id: number; name: string; source: string; created_at: number }>;
  users: Array<{ id: number; firstName: string; lastName: string; email: string }>;
  contacts: StandInContact[];
  /** By the id of a contact, the oldest first. */
  messages: Map<number, object[]>;
};

export type RespondIo = {
  /** `host:port`, for ALLOWED_PRIVATE_HOSTS. */
  host: string;
  url: string;
  data: RespondIoData;
  /** Bytes by path, for attachments. */
  files: Map<string, Buffer>;
  /** Paths that were asked for, with their authorization. */
  asked: Array<{ path: string; authorization: string | undefined }>;
  close(): Promise<void>;
};

export const workspaceToken = 'token-of-the-workspace';
/** Fewer than are asked for: what follows is said by `next` alone. */
const mostItems = 10;

export async function startRespondIo(data: RespondIoData): Promise<RespondIo> {
  const files: RespondIo['files'] = new Map();
  const asked: RespondIo['asked'] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://respond');
    const { authorization } = request.headers;
    asked.push({ path: url.pathname + url.search, authorization });
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const page = (rows: readonly object[]) => {
      const [limit, from] = [
        Math.min(mostItems, Number(url.searchParams.get('limit') ?? 10)),
        Number(url.searchParams.get('cursorId') ?? 0),
      ];
      const next = new URL(url.pathname, 'https://api.respond.io');
      next.search = `limit=${limit}&cursorId=${from + limit}`;
      const pagination = { next: from + limit < rows.length ? next.href : '', previous: '' };
      return answer(200, { items: rows.slice(from, from + limit), pagination });
    };
    const file = files.get(url.pathname);
    if (file !== undefined) return response.writeHead(200, { 'content-length': file.length }).end(file);
    if (authorization !== `Bearer ${workspaceToken}`) return answer(401, { code: 401, message: 'Unauthorized' });
    const key = `${request.method} ${url.pathname}`;
    if (key === 'GET /v2/space/channel') return page(data.channels);
    if (key === 'GET /v2/space/user') return page(data.users);
    if (key === 'POST /v2/contact/list') return page(data.contacts);
    const contact = /^GET \/v2\/contact\/id:(\d+)\/message\/list$/.exec(key)?.[1];
    if (contact !== undefined) return page((data.messages.get(Number(contact)) ?? []).toReversed());
    return answer(404, { code: 404, message: 'Not found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}/v2`, data, files, asked },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
