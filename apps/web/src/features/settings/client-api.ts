import type { Client, InputOf } from '@parley/contract/types';
import { api, callApi } from '../../platform/api.ts';

export type ClientChanges = InputOf<'PUT /api/client'>['body'];

/** Changes fields of the account; what is left out stays. @throws ApiError, NetworkError */
export function changeClient(changes: ClientChanges): Promise<Client> {
  return api('PUT /api/client', { body: changes });
}

/** The new logo comes back by the feed. @param file null takes it away @throws ApiError, NetworkError */
export async function changeLogo(file: File | null): Promise<void> {
  // The contract does not describe a body of bytes.
  if (file === null) await api('DELETE /api/client/logo', {});
  else await callApi('PUT /api/client/logo', { body: file });
}
