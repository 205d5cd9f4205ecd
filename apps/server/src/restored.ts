import { settleRestoredCampaigns } from './features/broadcasts/public.ts';
import { endRestoredSessions } from './features/identity/public.ts';
import { settleRestoredSends } from './features/inbox/public.ts';
import { leapRestoredPositions } from './features/sync/public.ts';
import type { RestoredWorks } from './platform/backup/restore-database.ts';
import { settleRestoredLetters } from './platform/mail/outbox-repo.ts';

/**
 * What a restore does with rows that were true at the moment of the backup and may not be so any more, in one
 * transaction, before any server starts on them. Whatever leaves the house (sends, letters, calls to others) or ends by being used
 * once needs a line here.
 */
export const restoredWorks: RestoredWorks = {
  broadcasts: settleRestoredCampaigns,
  identity: endRestoredSessions,
  inbox: settleRestoredSends,
  mail: settleRestoredLetters,
  sync: leapRestoredPositions,
};
