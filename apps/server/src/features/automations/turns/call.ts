import type { FlowStep, StepOf } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { whenAvailable } from '../../../platform/db/when-available.ts';
import { AppError } from '../../../platform/errors.ts';
import { postExternal } from '../../../platform/outbound/post.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Reserved } from '../../ai/public.ts';
import type { ChannelClients } from '../../channels/public.ts';
import { findConversations, findIncomingTexts, type StepContext } from '../facts/context.ts';
import { updateRuns } from '../facts/run-repo.ts';
import { prepareIntent, resultOfIntent } from '../steps/ask-intent.ts';
import { type CallRequest, failedCall, prepareCall, resultOfCall } from '../steps/call-request.ts';
import {
  failedConversion,
  type PreparedConversion,
  prepareConversion,
  sendConversion,
  sentConversion,
} from '../steps/conversion.ts';
import type { StepResult } from '../steps/step-result.ts';
import { type LockedRun, lockCallOf, lockDueRun } from './due-runs-query.ts';
import { endRun, findObstacles, Progress } from './progress.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 65_536;
/** A process that was killed while it called is followed by another one after this. */
const leaseMs = 30_000;
/** A provider has 30 seconds. */
const providerLeaseMs = 60_000;

/** What Meta could not take is tried again after half a minute, one, two and four. */
const mostTries = 5;
const firstRetryMs = 30_000;

const callingKinds = ['call_url', 'conversion', 'intent'] as const;
type CallingStep = StepOf<(typeof callingKinds)[number]>;
type Claim = { until: Date } & (
  | { request: CallRequest }
  | { step: StepOf<'intent'>; question: Reserved }
  | { step: StepOf<'conversion'>; conversion: PreparedConversion }
);

/**
 * Calls the address of a run's step or Meta at least once, or the AI provider at most once: the claim is committed before, the result after, and no transaction
 * is open meanwhile. A result that comes after the claim ended, or after the run was stopped, is thrown away.
 */
export async function callForRun(
  platform: Platform,
  providers: ChannelClients,
  clientId: string,
  runId: string,
  signal: AbortSignal,
): Promise<void> {
  const { withTenant } = platform.db;
  const claim = await withTenant(clientId, (tx) => claimCall(platform, tx, runId));
  platform.notifier.notify('changes_new', clientId);
  if (claim === null) return;
  const { until } = claim;
  if ('question' in claim) {
    const { step, question } = claim;
    // Stopped here, the question stays reserved: it is not asked a second time.
    const result = await resultOfIntent(platform, step, question, signal);
    const write = () =>
      withTenant(clientId, async (tx) => {
        const run = await lockCallOf(tx, runId, until);
        const at = run === null ? null : await findPlace(tx, run);
        if (run !== null && at !== null) await settle(tx, run, at.step, result);
      });
    await whenAvailable(write, providerLeaseMs, signal);
    platform.notifier.notify('changes_new', clientId);
    return;
  }
  if ('conversion' in claim) return callMeta(platform, providers, clientId, runId, claim, signal);
  const { request } = claim;
  const outcome = await postExternal({
    ...request,
    ...{ timeoutMs, maxAnswerBytes, allowed: platform.config.ALLOWED_PRIVATE_HOSTS, signal },
  });
  const write = () =>
    withTenant(clientId, async (tx) => {
      const run = await lockCallOf(tx, runId, until);
      if (run === null) return;
      if (signal.aborted && outcome.kind !== 'answer') {
        // The next process may repeat it at once.
        await updateRuns(tx, [{ run, reason: null, dueAt: run.now }]);
        return;
      }
      const at = await findPlace(tx, run);
      if (at?.step.kind === 'call_url') await settle(tx, run, at.step, resultOfCall(at.step, at.context, outcome));
    });
  await whenAvailable(write, leaseMs, signal);
  platform.notifier.notify('changes_new', clientId);
}

async function callMeta(
  platform: Platform,
  providers: ChannelClients,
  clientId: string,
  runId: string,
  { until, step, conversion }: Extract<Claim, { conversion: PreparedConversion }>,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await sendConversion(platform, providers, clientId, conversion, signal);
  const write = () =>
    platform.db.withTenant(clientId, async (tx) => {
      const run = await lockCallOf(tx, runId, until);
      if (run === null) return;
      if (outcome.kind === 'again' && (signal.aborted || run.tries + 1 < mostTries)) {
        const waitMs = signal.aborted ? 0 : firstRetryMs * 2 ** run.tries;
        if (!signal.aborted) run.tries += 1;
        await updateRuns(tx, [{ run, reason: null, dueAt: new Date(run.now.getTime() + waitMs) }]);
        return;
      }
      if ((await findPlace(tx, run)) === null) return;
      const result = outcome.kind === 'sent' ? sentConversion(step, conversion) : failedConversion(step, outcome.msg);
      await settle(tx, run, step, result);
    });
  await whenAvailable(write, leaseMs, signal);
  platform.notifier.notify('changes_new', clientId);
}

async function claimCall(platform: Platform, tx: TenantTx, runId: string): Promise<Claim | null> {
  const run = await lockDueRun(tx, runId);
  if (run?.state !== 'CALLING') return null;
  const at = await findPlace(tx, run);
  if (at === null) return null;
  const { step, context } = at;
  if (step.kind === 'intent') {
    const question = await prepareIntent(step, context);
    if ('line' in question) {
      await settle(tx, run, step, question);
      return null;
    }
    const until = new Date(run.now.getTime() + providerLeaseMs);
    await updateRuns(tx, [{ run, reason: null, dueAt: until }]);
    return { until, step, question };
  }
  if (step.kind === 'conversion') {
    const conversion = await prepareConversion(step, context);
    if ('line' in conversion) {
      await settle(tx, run, step, conversion);
      return null;
    }
    const until = new Date(run.now.getTime() + leaseMs);
    await updateRuns(tx, [{ run, reason: null, dueAt: until }]);
    return { until, step, conversion };
  }
  let request: CallRequest;
  try {
    request = await prepareCall(step, context, platform);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await settle(tx, run, step, failedCall(step, error.data[0]?.msg ?? error.message));
    return null;
  }
  const until = new Date(run.now.getTime() + leaseMs);
  await updateRuns(tx, [{ run, reason: null, dueAt: until }]);
  return { until, request };
}

/** @returns null when the run ended instead */
async function findPlace(tx: TenantTx, run: LockedRun): Promise<{ step: CallingStep; context: StepContext } | null> {
  const conversations = await findConversations(tx, [run.thread_id]);
  const conversation = conversations.get(run.thread_id);
  const obstacle = (await findObstacles(tx, [run], conversations)).get(run.id) ?? null;
  const step = run.flow.steps.find(({ id }) => id === run.step_id);
  if (conversation === undefined || obstacle !== null || step === undefined || !isCalling(step)) {
    await endRun(tx, run, 'STOPPED', obstacle);
    return null;
  }
  run.thread_id = conversation.thread.id;
  const incoming = (await findIncomingTexts(tx, [run.message_id])).get(run.message_id) ?? null;
  return { step, context: { tx, run, flow: run.flow, ...conversation, incoming, sent: [], dry: false } };
}

export function isCalling(step: FlowStep): step is CallingStep {
  return (callingKinds as readonly string[]).includes(step.kind);
}

async function settle(tx: TenantTx, run: LockedRun, step: CallingStep, result: StepResult): Promise<void> {
  const progress = new Progress();
  progress.addLine(run, { stepId: step.id, kind: step.kind, ...result.line });
  progress.take(run, result);
  await progress.write(tx);
}
