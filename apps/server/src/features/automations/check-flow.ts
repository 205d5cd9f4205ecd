import { originOfCall } from '@parley/contract/flow-calls';
import { flowProblems } from '@parley/contract/flow-problems';
import { type ReferenceKind, referencesOf } from '@parley/contract/flow-references';
import type { AutomationCondition, Flow, FlowProblem, FlowStep, MatchMode } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { findIntentProblem } from '../ai/public.ts';
import { readFields } from '../contacts/public.ts';
import { findTemplates } from '../templates/public.ts';
import { isAssistantOn } from './assistant-query.ts';
import { fileProblems } from './flow-files.ts';
import { listKnown } from './references-query.ts';
import { findSecrets, type SecretRow } from './secret-repo.ts';
import { findPatternProblems } from './words/compare.ts';

const missing: Record<ReferenceKind, string> = {
  list: 'A contact list was deleted. Choose another.',
  stage: 'A stage was deleted. Choose another.',
  label: 'A label was deleted. Choose another.',
  channel: 'A channel was deleted. Choose another.',
  member: 'A team member left. Choose another.',
  group: 'A group was deleted. Choose another.',
  broadcast: 'The broadcast was deleted. Choose another.',
  webhook: 'The incoming webhook was deleted. Choose another.',
  template: 'The template can’t be sent. Choose an active one.',
};

const assistantOff = 'The AI assistant is off. Turn it on under Integrations, or assign to someone else.';

function isForAssistant(step: FlowStep): boolean {
  return (step.kind === 'assign' || step.kind === 'hand_over') && step.to.kind === 'assistant';
}

/** What keeps flows from running, also because of what the account no longer has. */
export async function checkFlows(tx: TenantTx, flows: readonly Flow[]): Promise<FlowProblem[][]> {
  const references = flows.map(referencesOf);
  const templateIds = references.flat().flatMap(({ kind, id }) => (kind === 'template' ? [id] : []));
  const asks = flows.some(({ steps }) => steps.some(({ kind }) => kind === 'intent'));
  const assigns = flows.some(({ steps }) => steps.some(isForAssistant));
  const [known, fields, templates, secrets, intents, assistantOn, patterns] = await Promise.all([
    listKnown(
      tx,
      references.flat().map(({ id }) => id),
    ),
    readFields(tx),
    templateIds.length === 0 ? [] : findTemplates(tx, [...new Set(templateIds)]),
    findSecrets(tx, flows.flatMap(secretIds)),
    asks ? findIntentProblem(tx) : null,
    assigns ? isAssistantOn(tx, null) : true,
    Promise.all(flows.map((flow) => patternProblems(tx.clientId, flow))),
  ]);
  const templateOf = new Map(templates.map((template) => [template.id, template]));
  const files = await fileProblems(tx, flows, templateOf);
  const names = [...fields.values()].filter(({ hidden }) => !hidden).map(({ name }) => name);
  return flows.map((flow, at) => [
    ...flowProblems(flow, names, templateOf),
    ...(patterns[at] ?? []),
    ...secretProblems(flow, secrets),
    ...(files[at] ?? []),
    ...flow.steps.flatMap(({ id, kind }): FlowProblem[] =>
      intents === null || kind !== 'intent' ? [] : [{ step: id, part: 'step', msg: intents }],
    ),
    ...flow.steps.flatMap((step): FlowProblem[] =>
      assistantOn || !isForAssistant(step) ? [] : [{ step: step.id, part: 'step', msg: assistantOff }],
    ),
    ...(references[at] ?? [])
      .filter(({ kind, id }) => !known.has(`${kind}:${id}`))
      .map(({ kind, step }): FlowProblem => ({ step, part: step === null ? 'trigger' : 'step', msg: missing[kind] })),
  ]);
}

function secretIds({ steps }: Flow): string[] {
  const headers = steps.flatMap((step) => (step.kind === 'call_url' ? step.headers : []));
  return headers.flatMap(({ secret_id }) => (secret_id === null ? [] : [secret_id]));
}

function secretProblems({ steps }: Flow, secrets: ReadonlyMap<string, SecretRow>): FlowProblem[] {
  return steps.flatMap((step) => {
    if (step.kind !== 'call_url') return [];
    const origin = originOfCall(step.url);
    const lost = step.headers.find(({ secret_id: id }) => id !== null && secrets.get(id)?.origin !== origin);
    if (lost === undefined) return [];
    const msg = `The secret of the header ${lost.name} was entered for another address. Enter it again.`;
    return [{ step: step.id, part: 'step' as const, msg }];
  });
}

async function patternProblems(clientId: string, flow: Flow): Promise<FlowProblem[]> {
  const patterns = patternsOf(flow);
  const problems = await findPatternProblems(
    clientId,
    patterns.map(({ pattern }) => pattern),
  );
  return patterns.flatMap(({ step, part }, at) => {
    const msg = problems[at] ?? null;
    return msg === null ? [] : [{ step, part, msg }];
  });
}

type Pattern = Omit<FlowProblem, 'msg'> & { pattern: string };

function patternsOf(flow: Flow): Pattern[] {
  const all = (part: FlowProblem['part'], step: string | null, { match, words }: Words): Pattern[] =>
    match === 'pattern' ? words.map((pattern) => ({ step, part, pattern })) : [];
  const ofConditions = (part: FlowProblem['part'], step: string | null, conditions: readonly AutomationCondition[]) =>
    conditions.flatMap((one) => (one.kind === 'text' ? all(part, step, one) : []));
  return [
    ...(flow.trigger.kind === 'keyword' ? all('trigger', null, flow.trigger) : []),
    ...ofConditions('conditions', null, flow.conditions),
    ...flow.steps.flatMap((step) =>
      step.kind === 'branch' ? step.arms.flatMap((arm) => ofConditions('step', step.id, arm.conditions)) : [],
    ),
  ];
}

type Words = { match: MatchMode; words: readonly string[] };
