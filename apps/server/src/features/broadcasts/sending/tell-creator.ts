import type { TenantTx } from '../../../platform/db/sql.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import { enqueueEmail, notifyMailWorker } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findCampaigns } from '../core/repo.ts';
import { findCreatorEmail } from './creator-query.ts';

export const tellCreatorKind = 'broadcasts.tell_creator';
const emailLifeS = 86_400;

const whys: Readonly<Record<string, string>> = {
  share_limits: 'It paused: too many of the first recipients failed or opted out.',
  budget: 'It paused: the monthly budget for broadcasts is used. An Admin can raise it in the business settings.',
  own_budget: 'It paused: its budget is used. Resume it with a higher one or without, or stop it.',
  ab_choice: 'The A/B test is over. Choose the variant that the rest gets.',
  share_sent: 'The first recipients got it. The rest waits for your decision.',
};

/** Emails the creator of a broadcast that paused after its first share or A/B test, or because of a budget. Call `notifyJobs` after the commit. */
export async function tellCreator(tx: TenantTx, campaignId: string): Promise<void> {
  const key = `${tellCreatorKind} ${campaignId}`;
  const payload = { campaign_id: campaignId };
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind: tellCreatorKind, weight: 'light', key, payload }]);
}

export function tellCreatorJob(platform: Platform): JobKind {
  return { name: tellCreatorKind, run: (job) => sendEmail(platform, job) };
}

async function sendEmail(platform: Platform, job: Job): Promise<JobResult> {
  const id = job.payload['campaign_id'] ?? '';
  const about = await job.transaction(async (tx) => {
    const [campaign] = await findCampaigns(tx, [id]);
    const why = whys[campaign?.state_reason ?? ''];
    // It was resumed or stopped meanwhile.
    if (campaign?.state !== 'PAUSED' || why === undefined) return null;
    const to = await findCreatorEmail(tx, campaign.created_by);
    return to === null ? null : { to, why, name: campaign.name };
  });
  if (about === null) return undefined;
  const { to, why, name } = about;
  await platform.db.system.transaction('broadcasts', (tx) =>
    enqueueEmail(
      tx,
      platform,
      {
        kind: tellCreatorKind,
        to,
        subject: `Broadcast paused: ${name}`,
        lines: [why],
        action: { label: 'Open the broadcast', url: `${platform.publicUrl()}/broadcast/history/${id}` },
      },
      emailLifeS,
      job.clientId,
    ),
  );
  notifyMailWorker(platform);
  return undefined;
}
