import type { TenantTx } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';
import { listMemberViews } from '../team/public.ts';
import { takeClosing } from './closing-query-repo.ts';
import { takeDue } from './due-query-repo.ts';
import { notify } from './notify.ts';
import { occasionsOf, type SubjectRow } from './occasions.ts';

type Warned = Promise<{ changed: Set<string>; jobs: number }>;

/** Warns of reply windows that close soon, in one transaction with the note that it was done. */
export function warnOfClosing(platform: Platform, clientId: string): Warned {
  return warn(platform, clientId, takeClosing);
}

/** Warns of replies and resolutions that are due soon or overdue, likewise. */
export function warnOfDue(platform: Platform, clientId: string): Warned {
  return warn(platform, clientId, takeDue);
}

function warn(platform: Platform, clientId: string, take: (tx: TenantTx) => Promise<SubjectRow[]>): Warned {
  return platform.db.withTenant(clientId, async (tx) => {
    const subjects = await take(tx);
    const occasions = subjects.length === 0 ? [] : occasionsOf(subjects, await listMemberViews(tx));
    return notify(platform, tx, occasions);
  });
}
