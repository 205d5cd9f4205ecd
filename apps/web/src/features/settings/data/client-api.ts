import type { Client, InputOf } from '@parley/contract/types';
import { api, callApi } from '../../../platform/api.ts';

export type ClientChanges = InputOf<'PUT /api/client'>['body'];

/** Changes the given fields of the account. @throws ApiError, NetworkError */
export function changeClient(changes: ClientChanges): Promise<Client> {
  return api('PUT /api/client', { body: changes });
}

/** The change feed brings the new logo. @param file null removes it @throws ApiError, NetworkError */
export async function changeLogo(file: File | null): Promise<void> {
  // The contract does not describe a body of bytes.
  if (file === null) await api('DELETE /api/client/logo', {});
  else await callApi('PUT /api/client/logo', { body: file });
}
