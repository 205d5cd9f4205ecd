import type { Job, JobKind } from '../../platform/jobs/runner.ts';
import { withoutLink } from '../../platform/mail/email.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import { type OutboundOutcome, postExternal } from '../../platform/outbound/post.ts';
import { signedHeaders } from '../../platform/outbound/sign-webhook.ts';
import type { Platform } from '../../platform/platform.ts';
import { getClient } from '../accounts/public.ts';
import { getUserNameAndEmail } from '../identity/public.ts';
import { isVerifiedAccount } from '../team/public.ts';
import { openIssue } from './forge.ts';
import { type ReportContext, reportEmail, reportEvent } from './report-email.ts';
import { writeReportFile } from './report-file.ts';
import { reportIssue } from './report-issue.ts';
import { countEmailedReports, findReport, settleDelivery, unconfirmedReason } from './report-repo.ts';
import { deliverKind, presentReportDetail } from './reports.ts';
import { listScreenshots } from './screenshot-repo.ts';
import { openForge, openWebhookSecret, receiverOf } from './settings.ts';
import { type FeedbackSettingsRow, getFeedbackSettings, lockSettingsOf } from './settings-repo.ts';

const emailLifeS = 7 * 24 * 3_600;
const webhookTimeoutMs = 20_000;
const maxAnswerBytes = 16_384;
/** Reports emailed per account within a day. A number at WhatsApp shows that it is a real business. */
const mostADay = { verified: 500, others: 50 } as const;

/** Sends a report to where the account wants it. */
export function deliverJob(platform: Platform): JobKind {
  return {
    name: deliverKind,
    async run(job) {
      await deliver(platform, job, job.payload['report_id'] ?? '');
      return undefined;
    },
    async onGiveUp(tx, payload, reason) {
      await settleDelivery(tx, tx.clientId, payload['report_id'] ?? '', 'failed', reason.slice(0, 300));
    },
  };
}

async function deliver(platform: Platform, job: Job, id: string): Promise<void> {
  const { clientId } = job;
  const loaded = await job.transaction(async (tx) => {
    const row = await findReport(tx, id);
    if (row === null || row.delivery !== 'waiting') return null;
    const settings = await getFeedbackSettings(tx);
    // The reporter was shown where it goes.
    if (settings.destination !== row.destination || receiverOf(settings) !== row.sent_to) {
      await settleDelivery(tx, clientId, id, 'failed', 'The destination was changed before this report was sent.');
      return null;
    }
    if (row.destination === 'email' && !settings.email_confirmed) {
      await settleDelivery(tx, clientId, id, 'failed', unconfirmedReason);
      return null;
    }
    const account = (await getClient(tx)).name;
    return { row, settings, account, screenshots: await listScreenshots(tx, id) };
  });
  if (loaded === null) return;
  const { row, settings, ...rest } = loaded;
  const reporter = (await getUserNameAndEmail(platform.db.system.statements('feedback'), row.created_by)).name;
  const context = { ...rest, report: presentReportDetail(row), reporter };
  if (row.destination === 'email') {
    return sendEmail(platform, { clientId, createdBy: row.created_by, to: settings.email ?? '' }, context);
  }
  let issueUrl: string | null = null;
  if (row.destination === 'forge') {
    const forge = openForge(platform, clientId, settings);
    if (forge === null) throw new Error('The Git forge has no access token.');
    issueUrl = await openIssue(forge, reportIssue(context), platform.config.ALLOWED_PRIVATE_HOSTS);
  } else if (row.destination === 'file') {
    const folder = platform.config.BUG_REPORTS_DIR;
    if (folder === undefined) throw new Error('This server writes no reports to files.');
    await writeReportFile(folder, clientId, context);
  } else {
    await postReport(platform, clientId, settings, context);
  }
  await job.transaction((tx) => settleDelivery(tx, clientId, id, 'delivered', null, issueUrl));
}

/**
 * The email and the report's state are one transaction: it is written once, however often the job runs. Any address can
 * be entered, so there is a limit a day, and an unknown business sends no links.
 */
async function sendEmail(
  platform: Platform,
  { clientId, createdBy, to }: { clientId: string; createdBy: string; to: string },
  context: ReportContext,
): Promise<void> {
  const { id } = context.report;
  await platform.db.system.transaction('feedback', async (tx) => {
    const isVerified = await isVerifiedAccount(tx, clientId);
    await lockSettingsOf(tx, clientId);
    if ((await countEmailedReports(tx, clientId)) >= (isVerified ? mostADay.verified : mostADay.others)) {
      await settleDelivery(
        tx,
        clientId,
        id,
        'failed',
        'Too many reports were emailed within a day. Try again tomorrow.',
      );
      return;
    }
    if (!(await settleDelivery(tx, clientId, id, 'delivered', null))) return;
    const email = reportEmail(to, context, isVerified ? (text) => text : withoutLink);
    await enqueueEmail(tx, platform, { ...email, causedBy: createdBy }, emailLifeS, clientId);
  });
  notifyMailWorker(platform);
}

/** @throws Error saying why the webhook did not take it */
async function postReport(
  platform: Platform,
  clientId: string,
  settings: FeedbackSettingsRow,
  context: ReportContext,
): Promise<void> {
  const { webhook_url: url, webhook_secret_enc: sealed } = settings;
  if (url === null || sealed === null) throw new Error('The webhook has no address.');
  const body = Buffer.from(JSON.stringify(reportEvent(context)));
  const secret = openWebhookSecret(platform, clientId, sealed);
  const outcome = await postExternal({
    url,
    headers: {
      'content-type': 'application/json',
      ...signedHeaders(secret, context.report.id, body, Date.now()),
    },
    body,
    timeoutMs: webhookTimeoutMs,
    maxAnswerBytes,
    allowed: platform.config.ALLOWED_PRIVATE_HOSTS,
  });
  const problem = problemOf(outcome);
  if (problem !== null) throw new Error(problem);
}

function problemOf(outcome: OutboundOutcome): string | null {
  if (outcome.kind === 'answer') {
    return outcome.status >= 200 && outcome.status < 300 ? null : `The webhook answered ${outcome.status}.`;
  }
  if (outcome.kind === 'refused') return 'The address of the webhook leads into a private network.';
  return `The webhook couldn’t be reached (${outcome.detail}).`;
}
