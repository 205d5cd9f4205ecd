import type { ComposedRow } from '@parley/contract/types';
import type { LiveAccount } from '../../sync/public.ts';

export function isScheduled({ send_state }: Pick<ComposedRow, 'send_state'>): boolean {
  return send_state === 'scheduled';
}

/** Gives a scheduled message another time; null: sends it now. @throws ApiError, NetworkError */
export async function changeTime(account: LiveAccount, row: ComposedRow, at: string | null): Promise<void> {
  const body = { version: row.version, send_at: at };
  await account.api('PUT /api/messages/{id}', { params: { id: row.id }, body });
}

/** @throws ApiError, NetworkError */
export async function cancelMessage(account: LiveAccount, { id }: ComposedRow): Promise<void> {
  await account.api('DELETE /api/messages/{id}', { params: { id } });
}
