import type { Flow } from './flow.ts';

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
