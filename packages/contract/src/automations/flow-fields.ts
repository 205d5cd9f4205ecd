import { primaryVariables, replaceVariables } from '../contacts/variables.ts';
import type { Condition } from './conditions.ts';
import type { Flow, FlowStep } from './flow.ts';
import { comparedLater } from './flow-problems.ts';

/** Custom fields that a flow needs, each once: none that it sets by itself, and no answers. */
export function fieldsNeeded(flow: Flow): string[] {
  const known = new Set<string>([...primaryVariables, ...comparedLater(flow, []), '']);
  const needed = new Set<string>();
  changeFields(flow, (name) => {
    if (!known.has(name)) needed.add(name);
    return name;
  });
  return [...needed];
}

/** The flow with other names of custom fields, in its texts too. */
export function changeFields(flow: Flow, change: (name: string) => string): Flow {
  const conditions = (list: Condition[]) =>
    list.map((one) => (one.kind === 'value' ? { ...one, name: change(one.name) } : one));
  const text = (value: string) =>
    replaceVariables(value, (name) => {
      const to = change(name);
      return to === name ? null : `{{${to}}}`;
    });
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
        const saveTo = kind === 'field' ? { kind, name: change(name) } : step.save_to;
        return { ...step, text: text(step.text), retry_text: text(step.retry_text), save_to: saveTo };
      }
      case 'send_media':
        return { ...step, caption: text(step.caption) };
      case 'call_url': {
        const headers = step.headers.map((header) => ({ ...header, value: text(header.value) }));
        return { ...step, url: text(step.url), body: text(step.body), headers };
      }
      case 'conversion':
        return { ...step, amount: text(step.amount) };
      case 'field':
        return { ...step, name: change(step.name), value: text(step.value) };
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
  const started = trigger.kind === 'field_changed' ? { ...trigger, name: change(trigger.name) } : trigger;
  return { ...flow, trigger: started, conditions: conditions(flow.conditions), steps: flow.steps.map(renamed) };
}
