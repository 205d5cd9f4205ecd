import type { Condition } from './conditions.ts';
import type { AssignTarget, Flow, FlowStep, FlowTrigger } from './flow.ts';

export type ReferenceKind =
  | 'list'
  | 'label'
  | 'stage'
  | 'channel'
  | 'member'
  | 'group'
  | 'template'
  | 'broadcast'
  | 'webhook';
/** `step` is null for the trigger and the conditions of the flow. */
export type Reference = { kind: ReferenceKind; id: string; step: string | null };

/** @returns the id in place of one */
type Change = (reference: Reference) => string;

/** Everything of the account that a flow names, in its order. */
export function referencesOf(flow: Flow): Reference[] {
  const found: Reference[] = [];
  changeReferences(flow, (reference) => {
    found.push(reference);
    return reference.id;
  });
  return found;
}

/** The flow with other things of an account in place of those it names. */
export function changeReferences(flow: Flow, change: Change): Flow {
  const changer = (step: string | null) => {
    const one = (kind: ReferenceKind, id: string | null) => (id === null ? null : change({ kind, id, step }));
    const many = (kind: ReferenceKind, ids: readonly string[]) => [
      ...new Set(ids.map((id) => change({ kind, id, step }))),
    ];
    return { one, many };
  };
  type Changer = ReturnType<typeof changer>;
  const start = changer(null);
  return {
    ...flow,
    trigger: changeTrigger(flow.trigger, start),
    conditions: flow.conditions.map((one) => changeCondition(one, start)),
    steps: flow.steps.map((step) => changeStep(step, changer(step.id))),
  };

  function changeTrigger(trigger: FlowTrigger, { one }: Changer): FlowTrigger {
    switch (trigger.kind) {
      case 'schedule':
      case 'list_joined':
        return { ...trigger, list_id: one('list', trigger.list_id), channel_id: one('channel', trigger.channel_id) };
      case 'field_changed':
        return { ...trigger, channel_id: one('channel', trigger.channel_id) };
      case 'label_added':
        return { ...trigger, label_id: one('label', trigger.label_id) };
      case 'stage_set':
        return { ...trigger, stage_id: one('stage', trigger.stage_id) };
      case 'campaign_reply':
        return { ...trigger, campaign_id: one('broadcast', trigger.campaign_id) };
      case 'incoming_webhook': {
        const webhook = one('webhook', trigger.webhook_id);
        return { ...trigger, webhook_id: webhook, channel_id: one('channel', trigger.channel_id) };
      }
      default:
        return trigger;
    }
  }

  function changeCondition(condition: Condition, { one, many }: Changer): Condition {
    switch (condition.kind) {
      case 'channel':
        return { ...condition, channel_ids: many('channel', condition.channel_ids) };
      case 'list':
        return { ...condition, list_id: one('list', condition.list_id) };
      case 'label':
        return { ...condition, label_id: one('label', condition.label_id) };
      default:
        return condition;
    }
  }

  function changeStep(step: FlowStep, to: Changer): FlowStep {
    switch (step.kind) {
      case 'list':
      case 'label':
        return { ...step, add: to.many(step.kind, step.add), remove: to.many(step.kind, step.remove) };
      case 'stage':
        return { ...step, stage_id: to.one('stage', step.stage_id) };
      case 'send_template':
        return { ...step, template_id: to.one('template', step.template_id) };
      case 'branch': {
        const arms = step.arms.map((arm) => ({
          ...arm,
          conditions: arm.conditions.map((one) => changeCondition(one, to)),
        }));
        return { ...step, arms };
      }
      case 'assign':
      case 'hand_over':
        return { ...step, to: changeTarget(step.to, to) };
      default:
        return step;
    }
  }

  function changeTarget(target: AssignTarget, { one }: Changer): AssignTarget {
    switch (target.kind) {
      case 'member':
        return { ...target, user_id: one('member', target.user_id) };
      case 'group':
      case 'round_robin':
        return { ...target, group_id: one('group', target.group_id) };
      default:
        return target;
    }
  }
}
