import { apiCall } from '../../scripts/api-call.ts';
import type { ParleyServer } from './server.ts';
import { until } from './until.ts';

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

/** Adds many contacts by an import, which is faster than one by one. */
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
  const reach = (state: string) =>
    until(
      `an import that is ${state}`,
      () => call<Import>('GET', `/api/imports/${id}`),
      (found) => found.state === state,
    );
  await call('POST', `/api/imports/${id}/read`, {});
  await reach('mapping');
  await call('PUT', `/api/imports/${id}/mapping`, { mapping: [{ target: 'name' }, { target: 'phone' }], rules: {} });
  await reach('ready');
  await call('POST', `/api/imports/${id}/start`);
  await reach('done');
}
