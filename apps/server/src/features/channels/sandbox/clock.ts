import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addChanges } from '../../sync/public.ts';
import { type ChannelRow, moveClock } from '../repo.ts';
import type { SandboxControl } from './control.ts';

/** Moves the sandbox's clock: the channel's first, which is the one that counts, then the simulator's. */
export async function shiftClock(platform: Platform, sandbox: SandboxControl, offsetMs: number): Promise<ChannelRow> {
  const { client_id: clientId, id } = sandbox.row;
  const row = await platform.db.withTenant(clientId, async (tx) => {
    const moved = await moveClock(tx, clientId, id, offsetMs);
    if (moved === null) throw new AppError('not_found', { message: 'Sandbox not found: this account has none.' });
    await addChanges(tx, [{ collection: 'channels', id, marker: 'MODIFIED', version: moved.version }]);
    return moved;
  });
  platform.notifier.notify('channels', id);
  platform.notifier.notify('changes_new', clientId);
  platform.notifier.notify('triggers', `${clientId}/${id}`);
  await sandbox.call('POST', '/clock', { offset_ms: offsetMs });
  return row;
}
