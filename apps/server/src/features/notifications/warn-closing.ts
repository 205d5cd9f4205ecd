import type { Platform } from '../../platform/platform.ts';
import { listMemberViews } from '../team/public.ts';
import { takeClosing } from './closing-query-repo.ts';
import { notify } from './notify.ts';
import { occasionsOf } from './occasions.ts';

/** Warns assignees of reply windows that close soon, in one transaction with the note that they were warned. */
export function warnOfClosing(platform: Platform, clientId: string): Promise<{ changed: Set<string>; jobs: number }> {
  return platform.db.withTenant(clientId, async (tx) => {
    const subjects = await takeClosing(tx);
    const occasions = subjects.length === 0 ? [] : occasionsOf(subjects, await listMemberViews(tx));
    return notify(platform, tx, occasions);
  });
}
