import type { Flow, StepOf } from './flow.ts';

const tells = new Set([
  'send_text',
  'send_buttons',
  'send_list',
  'send_media',
  'send_template',
  'label',
  'note',
  'stop',
]);

/**
 * Whether a flow only says that nobody is there: it starts with any message, outside of working hours, and asks and
 * decides nothing. A conversation gets it once while it is closed, however many messages the customer writes.
 */
export function isAwayMessage({ trigger, conditions, steps }: Pick<Flow, 'trigger' | 'conditions' | 'steps'>): boolean {
  return (
    trigger.kind === 'message' &&
    conditions.some((one) => one.kind === 'hours' && !one.open) &&
    steps.every(({ kind }) => tells.has(kind))
  );
}

/**
 * Whether a way of a branch only says that nobody is there, as `isAwayMessage` for a whole flow: the arm for closed hours,
 * or what follows when it is not open.
 * @param at of the arm; -1: none of them
 */
export function isAwayArm(
  { trigger, steps }: Pick<Flow, 'trigger' | 'steps'>,
  branch: StepOf<'branch'>,
  at: number,
): boolean {
  const arm = branch.arms[at];
  const isForClosed =
    arm === undefined
      ? branch.arms.some(({ conditions: [one, ...more] }) => one?.kind === 'hours' && one.open && more.length === 0)
      : arm.conditions.some((one) => one.kind === 'hours' && !one.open);
  return trigger.kind === 'message' && isForClosed && onlyTells(steps, arm === undefined ? branch.otherwise : arm.next);
}

function onlyTells(steps: Flow['steps'], start: string | null): boolean {
  if (start === null) return false;
  const seen = new Set<string>();
  for (let id: string | null = start; id !== null && !seen.has(id); ) {
    seen.add(id);
    const step = steps.find((one) => one.id === id);
    if (step === undefined || !tells.has(step.kind)) return false;
    id = 'next' in step ? step.next : null;
  }
  return true;
}
