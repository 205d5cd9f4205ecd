import { originOfCall } from '@parley/contract/flow-calls';
import type { Automation, Flow, FlowProblem } from '@parley/contract/types';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import { isUuid } from '../../platform/ids.ts';
import { requireRecent } from '../identity/public.ts';
import { visibilityOf } from '../team/public.ts';
import { findTemplates } from '../templates/public.ts';
import {
  type AutomationRow,
  deleteAutomation,
  findAutomation,
  findVersion,
  insertAutomation,
  insertVersion,
  listAutomations,
  lockAutomation,
  measureDrafts,
  orderAutomations,
  setState,
  updateDraft,
} from './automation-repo.ts';
import { checkFlows } from './check-flow.ts';
import { ensureCursor } from './cursor-query.ts';
import { examProblems } from './exam/exam-problems.ts';
import { stopRunsOfAutomation } from './facts/run-repo.ts';
import { linksOfFlow } from './flow-files.ts';
import { presentAutomation } from './present.ts';
import { countRuns } from './run-counts-query.ts';
import { nextScheduleAt } from './start/schedule.ts';
import { subscriptionOf } from './subscription.ts';

const mostDraftBytes = 8_000_000;

export function automationNotFound(): AppError {
  return new AppError('not_found', { message: 'This automation was not found.' });
}

export async function presentAll(tx: TenantTx, actor: AccountActor): Promise<Automation[]> {
  const rows = await listAutomations(tx);
  const [counts, problems] = await Promise.all([countRuns(tx, visibilityOf(actor)), draftProblems(tx, rows)]);
  return rows.map((row, at) => presentAutomation(row, problems[at] ?? [], counts.get(row.id)));
}

export async function presentOne(tx: TenantTx, actor: AccountActor, id: string): Promise<Automation> {
  const row = isUuid(id) ? await findAutomation(tx, id) : null;
  if (row === null) throw automationNotFound();
  const [counts, [problems = []]] = await Promise.all([countRuns(tx, visibilityOf(actor)), draftProblems(tx, [row])]);
  return presentAutomation(row, problems, counts.get(id));
}

async function draftProblems(tx: TenantTx, rows: readonly AutomationRow[]): Promise<FlowProblem[][]> {
  const drafts = rows.map(({ draft }) => draft);
  const [found, untried] = await Promise.all([checkFlows(tx, drafts), examProblems(tx, rows)]);
  return found.map((problems, at) => [...problems, ...(untried[at] ?? [])]);
}

/** Every list and check of automations reads all of them. @throws AppError('limit_reached') */
async function refuseTooLarge(tx: TenantTx): Promise<void> {
  if ((await measureDrafts(tx)) <= mostDraftBytes) return;
  throw new AppError('limit_reached', {
    message: 'The automations of an account can have 8 MB together. Shorten or delete one first.',
  });
}

/** @throws AppError id_conflict, limit_reached */
export async function createAutomation(
  tx: TenantTx,
  call: Call<AccountActor>,
  body: { id?: string | undefined; name: string; flow: Flow },
): Promise<{ automation: Automation; created: boolean }> {
  const id = callId(call, 'POST /api/automations', body.id);
  const requestHash = hashRequest([body.name, body.flow]);
  const created = await insertAutomation(tx, { ...body, id, requestHash, author: call.actor.author });
  const row = await findAutomation(tx, id);
  if (row === null || (!created && !row.request_hash.equals(requestHash))) {
    throw new AppError('id_conflict', { message: 'Another automation has this id.' });
  }
  if (created) await refuseTooLarge(tx);
  if (created) await auditChanges(tx, call, 'automations.created', id, null, { name: row.name, state: row.state });
  return { automation: await presentOne(tx, call.actor, id), created };
}

async function locked(tx: TenantTx, id: string): Promise<AutomationRow> {
  const row = isUuid(id) ? await lockAutomation(tx, id) : null;
  if (row === null) throw automationNotFound();
  return row;
}

/** @throws AppError not_found, version_conflict, limit_reached */
export async function changeAutomation(
  tx: TenantTx,
  call: Call<AccountActor>,
  id: string,
  change: { name?: string | undefined; flow?: Flow | undefined; version?: number | undefined },
): Promise<Automation> {
  const row = await locked(tx, id);
  if (change.version !== undefined && change.version !== row.version) {
    throw new AppError('version_conflict', {
      message: 'Someone else changed this automation. Reload it and try again.',
    });
  }
  await updateDraft(tx, id, { name: change.name, flow: change.flow, author: call.actor.author });
  if (change.flow !== undefined) await refuseTooLarge(tx);
  // The draft does nothing before it is published, which is audited with all changes.
  const after = await presentOne(tx, call.actor, id);
  await auditChanges(tx, call, 'automations.changed', id, { name: row.name }, { name: after.name });
  return after;
}

export async function removeAutomation(tx: TenantTx, call: Call<AccountActor>, id: string): Promise<void> {
  const { name, state } = await locked(tx, id);
  await deleteAutomation(tx, id);
  await auditChanges(tx, call, 'automations.deleted', id, { name, state }, null);
}

/** The order in which automations are tried. */
export async function moveAutomations(tx: TenantTx, call: Call<AccountActor>, ids: readonly string[]): Promise<void> {
  const order = async () => ({ order: (await listAutomations(tx)).map(({ id }) => id) });
  const before = await order();
  await orderAutomations(tx, ids);
  await auditChanges(tx, call, 'automations.order_changed', tx.clientId, before, await order());
}

const stateOf = ({ name, state }: AutomationRow) => ({ name, state });

/** A flow in parts, so that the audit log names the steps that changed. */
function partsOf({ steps, ...flow }: Flow) {
  return { ...flow, ...Object.fromEntries(steps.map((step) => [`steps.${step.id}`, step])) };
}

/** Whether a flow sends what customers write to somewhere that its published version does not. */
function callsElsewhere(flow: Flow, live: Flow | null): boolean {
  const originsOf = (from: Flow | null) =>
    new Set((from?.steps ?? []).flatMap((step) => (step.kind === 'call_url' ? [originOfCall(step.url)] : [])));
  const known = originsOf(live);
  return [...originsOf(flow)].some((origin) => !known.has(origin));
}

/** @throws AppError not_found */
async function flowToPublish(tx: TenantTx, row: AutomationRow, earlier?: number): Promise<Flow> {
  const flow = earlier === undefined ? row.draft : await findVersion(tx, row.id, earlier);
  if (flow === null) throw new AppError('not_found', { message: 'This version was not found.' });
  return flow;
}

/** Files that what is to be published names by their addresses. @throws AppError not_found */
export async function linksToPublish(tx: TenantTx, id: string, earlier?: number) {
  const row = isUuid(id) ? await findAutomation(tx, id) : null;
  if (row === null) throw automationNotFound();
  const flow = await flowToPublish(tx, row, earlier);
  const ids = flow.steps
    .flatMap((step) => (step.kind === 'send_template' ? [step.template_id ?? ''] : []))
    .filter(isUuid);
  const templates = ids.length === 0 ? [] : await findTemplates(tx, [...new Set(ids)]);
  return linksOfFlow(flow, new Map(templates.map((template) => [template.id, template])));
}

/**
 * Publishes the draft, or an earlier version again.
 * @param found what is wrong with files that it names by their addresses
 * @throws AppError not_found, limit_reached, validation_failed with all problems; requires-recent-login for one that
 * calls an address which the published one does not
 */
export async function publishAutomation(
  tx: TenantTx,
  call: Call<AccountActor>,
  id: string,
  found: readonly FlowProblem[],
  earlier?: number,
): Promise<Automation> {
  const row = await locked(tx, id);
  const flow = await flowToPublish(tx, row, earlier);
  if (call.actor.kind === 'user' && callsElsewhere(flow, row.live)) requireRecent(call.actor);
  // An earlier version was tried before it was published.
  const [own = []] = await (earlier === undefined ? draftProblems(tx, [row]) : checkFlows(tx, [flow]));
  const problems = [...own, ...found];
  if (problems.length > 0) {
    const data = problems.map(({ step, part, msg }) => ({
      field: step === null ? `flow.${part}` : `flow.steps.${step}`,
      msg,
    }));
    throw new AppError('validation_failed', { data });
  }
  const { author } = call.actor;
  if (earlier !== undefined) {
    await updateDraft(tx, id, { flow, author });
    await refuseTooLarge(tx);
  }
  const published = await insertVersion(tx, id, flow, author);
  await ensureCursor(tx);
  const nextAt = nextScheduleAt(flow.trigger, new Date());
  await setState(tx, id, { state: 'ON', published, nextAt, listens: await subscriptionOf(tx, flow.trigger), author });
  const { name } = row;
  const before = { name, state: row.state, version: row.published_version, ...(row.live && partsOf(row.live)) };
  const after = { name, state: 'ON', version: published, ...partsOf(flow) };
  const action = earlier === undefined ? 'automations.published' : 'automations.rolled_back';
  await auditChanges(tx, call, action, id, before, after);
  return presentOne(tx, call.actor, id);
}

export async function turnOff(tx: TenantTx, call: Call<AccountActor>, id: string): Promise<Automation> {
  const row = await locked(tx, id);
  if (row.state === 'ON' || row.state === 'PAUSED') {
    await setState(tx, id, { state: 'OFF', nextAt: null, author: call.actor.author });
    await stopRunsOfAutomation(tx, id);
    await auditChanges(tx, call, 'automations.turned_off', id, stateOf(row), { ...stateOf(row), state: 'OFF' });
  }
  return presentOne(tx, call.actor, id);
}

/** @throws AppError not_found; validation_failed when nothing was published or what it names is gone */
export async function turnOn(tx: TenantTx, call: Call<AccountActor>, id: string): Promise<Automation> {
  const row = await locked(tx, id);
  if (row.state === 'ON') return presentOne(tx, call.actor, id);
  if (row.live === null) throw new AppError('validation_failed', { message: 'Publish this automation first.' });
  const [problems = []] = await checkFlows(tx, [row.live]);
  if (problems.length > 0) {
    throw new AppError('validation_failed', { data: problems.map(({ msg }) => ({ field: 'flow', msg })) });
  }
  await ensureCursor(tx);
  const nextAt = nextScheduleAt(row.live.trigger, new Date());
  const listens = await subscriptionOf(tx, row.live.trigger);
  await setState(tx, id, { state: 'ON', nextAt, listens, author: call.actor.author });
  await auditChanges(tx, call, 'automations.turned_on', id, stateOf(row), { ...stateOf(row), state: 'ON' });
  return presentOne(tx, call.actor, id);
}
