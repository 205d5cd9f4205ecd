import type { AutomationCondition, Flow, FlowStep } from '@parley/contract/types';
import { renameVariable } from '@parley/contract/variables';
import type { TenantTx } from '../../platform/db/sql.ts';
import { listFlows, replaceFlow } from './automation-repo.ts';

/** Follows a new name of a custom field in drafts and versions. */
export async function renameFieldInAutomations(tx: TenantTx, from: string, to: string): Promise<void> {
  for (const stored of await listFlows(tx)) {
    const flow = renameInFlow(stored.flow, from, to);
    if (JSON.stringify(flow) !== JSON.stringify(stored.flow)) await replaceFlow(tx, { ...stored, flow });
  }
}

export function renameInFlow(flow: Flow, from: string, to: string): Flow {
  const conditions = (list: AutomationCondition[]) =>
    list.map((one) => (one.kind === 'value' && one.name === from ? { ...one, name: to } : one));
  const text = (value: string) => renameVariable(value, from, to);
  const renamed = (step: FlowStep): FlowStep => {
    switch (step.kind) {
      case 'send_text':
      case 'send_buttons':
      case 'send_list':
      case 'ask_number':
      case 'note':
        return { ...step, text: text(step.text) };
      case 'ask': {
        const { kind, name } = step.save_to;
        const saveTo = kind === 'field' && name === from ? { kind, name: to } : step.save_to;
        return { ...step, text: text(step.text), retry_text: text(step.retry_text), save_to: saveTo };
      }
      case 'send_media':
        return { ...step, caption: text(step.caption) };
      case 'call_url': {
        const headers = step.headers.map((header) => ({ ...header, value: text(header.value) }));
        return { ...step, url: text(step.url), body: text(step.body), headers };
      }
      case 'field':
        return { ...step, name: step.name === from ? to : step.name, value: text(step.value) };
      case 'send_template':
        return {
          ...step,
          values: Object.fromEntries(Object.entries(step.values).map(([key, value]) => [key, text(value)])),
        };
      case 'branch':
        return { ...step, arms: step.arms.map((arm) => ({ ...arm, conditions: conditions(arm.conditions) })) };
      default:
        return step;
    }
  };
  const { trigger } = flow;
  const started = trigger.kind === 'field_changed' && trigger.name === from ? { ...trigger, name: to } : trigger;
  return { ...flow, trigger: started, conditions: conditions(flow.conditions), steps: flow.steps.map(renamed) };
}
