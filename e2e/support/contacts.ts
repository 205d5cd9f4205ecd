import { apiCall } from '../../scripts/api-call.ts';
import type { ParleyServer } from './server.ts';

type Address = Pick<ParleyServer, 'url'>;
type Import = { id: string; state: string };

/** Adds contacts over the API. @returns their ids by name */
export async function addContacts(
  server: Address,
  token: string,
  contacts: readonly { name: string; phone_number: string; [more: string]: unknown }[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const contact of contacts) {
    ids.set(contact.name, (await apiCall<{ id: string }>(server.url, 'POST', '/api/contacts', contact, token)).id);
  }
  return ids;
}

/** Brings many along by an import, which is faster than one after the other. */
export async function importContacts(server: Address, token: string, count: number): Promise<void> {
  const call = <T>(method: string, path: string, body?: unknown) => apiCall<T>(server.url, method, path, body, token);
  const { id } = await call<Import>('POST', '/api/imports', { name: 'many.csv' });
  const rows = Array.from({ length: count }, (_, n) => `Person ${n},+4477${String(10_000_000 + n)}`);
  const answer = await fetch(`${server.url}/api/imports/${id}/content`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' },
    body: `Name,Phone\n${rows.join('\n')}\n`,
  });
  if (!answer.ok) throw new Error(`the file was not taken: ${await answer.text()}`);
  const reach = async (state: string) => {
    const deadline = Date.now() + 90_000;
    for (;;) {
      const { state: now } = await call<Import>('GET', `/api/imports/${id}`);
      if (now === state) return;
      if (Date.now() > deadline) throw new Error(`the import is ${now}, not ${state}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await call('POST', `/api/imports/${id}/read`, {});
  await reach('mapping');
  await call('PUT', `/api/imports/${id}/mapping`, { mapping: [{ target: 'name' }, { target: 'phone' }], rules: {} });
  await reach('ready');
  await call('POST', `/api/imports/${id}/start`);
  await reach('done');
}
