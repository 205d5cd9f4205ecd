import type { Client, InputOf } from '@parley/contract/types';
import { api } from '../../platform/api.ts';

export type ClientChanges = InputOf<'PUT /api/client'>['body'];

/** Changes fields of the account; what is left out stays. @throws ApiError, NetworkError */
export function changeClient(changes: ClientChanges): Promise<Client> {
  return api('PUT /api/client', { body: changes });
}
