import type { SavedReport } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Job, JobKind } from '../../../platform/jobs/runner.ts';
import { enqueueEmail, notifyMailWorker } from '../../../platform/mail/outbox.ts';
import { findLanguage } from '../../../platform/mail/recipient-query.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getClient } from '../../accounts/public.ts';
import { findMemberViewer } from '../../team/public.ts';
import { readReport } from '../read-report.ts';
import { linesOf } from './email-lines.ts';
import { findEmailAddress } from './member-query.ts';
import { deleteEmail } from './report-email-repo.ts';
import { lockSavedReport } from './saved-report-repo.ts';

export const reportEmailKind = 'reports.email';
const lifeS = 2 * 24 * 3_600;

/** Emails a saved report to a member, with what they may read now. */
export function emailReport(platform: Platform): JobKind {
  return {
    name: reportEmailKind,
    async run(job) {
      const found = await job.transaction((tx) => findReport(tx, job));
      if (found === null) return undefined;
      const { saved, reader, to, account } = found;
      const report = await readReport(platform, { ...reader, clientId: job.clientId }, saved.query, 'yesterday');
      const language = (await findLanguage(platform.db.system.statements('reports'), to)) ?? 'en';
      const lines = linesOf(report, account, language).map((written) => ({ written }));
      const email = {
        ...{ kind: reportEmailKind, to, subject: `${saved.name} · ${account}`, lines },
        action: { label: 'Open report', url: `${platform.publicUrl()}/reports?saved=${saved.id}` },
        notes: ['You get this email every week because you asked for it at this report. End it there too.'],
      };
      await platform.db.system.transaction('reports', (tx) =>
        enqueueEmail(tx, platform, email, lifeS, job.clientId, job.id),
      );
      notifyMailWorker(platform);
      return undefined;
    },
  };
}

type Found = {
  saved: SavedReport;
  reader: NonNullable<Awaited<ReturnType<typeof findMemberViewer>>>;
  to: string;
  account: string;
};

/** The report as its member sees it; null, and no email any more, when either is gone. */
async function findReport(tx: TenantTx, { payload }: Job): Promise<Found | null> {
  const { report_id: id = '', user_id: uid = '' } = payload;
  const reader = await findMemberViewer(tx, uid);
  const saved = reader && (await lockSavedReport(tx, id, reader));
  const to = await findEmailAddress(tx, uid);
  if (saved === null || reader === null || to === null) {
    await deleteEmail(tx, id, uid);
    return null;
  }
  return { saved, reader, to, account: (await getClient(tx)).name };
}
