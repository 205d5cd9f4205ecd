import type { Flow, FlowStep } from './flow.ts';

/* Without the schemas, which the web application must not load. */

export const defaultSettings: Flow['settings'] = { quiet_minutes: 30, max_runs: 20, pass_on: false };

/** Where a step leads besides jumps, in the order in which views show it. */
export function exitsOf(one: FlowStep): (string | null)[] {
  switch (one.kind) {
    case 'branch':
      return [...one.arms.map((arm) => arm.next), one.otherwise];
    case 'intent':
      return [...one.intents.map((each) => each.next), one.otherwise];
    case 'ask':
    case 'call_url':
    case 'conversion':
      return [one.next, one.otherwise];
    case 'go_to':
    case 'hand_over':
    case 'stop':
      return [];
    default:
      return [one.next];
  }
}
