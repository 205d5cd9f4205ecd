import type { Automation, Flow, Label } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';

const settings: Flow['settings'] = { quiet_minutes: 30, max_runs: 20, pass_on: false };

/** The shop's automations: two that run, one that is off, and a draft. */
export async function seedAutomations(url: string, token: string): Promise<void> {
  const { data: labels } = await apiCall<{ data: Label[] }>(url, 'GET', '/api/labels', undefined, token);
  const service = labels.flatMap(({ id, name }) => (name === 'Service' ? [id] : []));
  for (const { name, flow, operations } of automations(service)) {
    const { id } = await apiCall<Automation>(url, 'POST', '/api/automations', { name, flow }, token);
    for (const act of operations) await apiCall(url, 'POST', `/api/automations/${id}/${act}`, undefined, token);
  }
}

function automations(service: string[]): { name: string; flow: Flow; operations: ('publish' | 'pause')[] }[] {
  return [
    {
      name: 'Out of hours',
      operations: ['publish'],
      flow: {
        trigger: { kind: 'message' },
        conditions: [{ kind: 'hours', open: false }],
        start: 'a',
        steps: [
          {
            id: 'a',
            kind: 'send_text',
            text: 'Thanks, {{FIRST_NAME}}. We’re closed now and reply in the morning.',
            next: null,
          },
        ],
        settings: { ...settings, max_runs: 1, pass_on: true },
      },
    },
    {
      name: 'Book a service',
      operations: ['publish'],
      flow: {
        trigger: { kind: 'keyword', match: 'contains', words: ['book', 'service', 'appointment'] },
        conditions: [{ kind: 'assigned', is: false }],
        start: 'a',
        steps: [
          {
            ...{
              id: 'a',
              kind: 'ask',
              text: 'Happy to help, {{FIRST_NAME}}. Which day suits you?',
              answer: 'date',
              choices: [],
            },
            ...{ save_to: { kind: 'variable', name: 'Visit day' }, retries: 2, timeout_minutes: 1_440, next: 'b' },
            ...{ retry_text: 'Please send a day, for example “Saturday” or “28 Nov”.', otherwise: null },
          },
          { id: 'b', kind: 'send_text', text: 'Booked for {{Visit day}}. See you then!', next: 'c' },
          { id: 'c', kind: 'label', add: service, remove: [], next: null },
        ],
        settings,
      },
    },
    {
      name: 'No answer in 15 min',
      operations: ['publish', 'pause'],
      flow: {
        trigger: { kind: 'no_reply', minutes: 15 },
        conditions: [],
        start: 'a',
        steps: [
          { id: 'a', kind: 'assign', to: { kind: 'round_robin', group_id: null }, next: 'b' },
          { id: 'b', kind: 'note', text: 'Waiting for more than 15 minutes.', next: null },
        ],
        settings,
      },
    },
    {
      name: 'Ask for rating',
      operations: [],
      flow: {
        trigger: { kind: 'thread', state: 'DONE' },
        conditions: [],
        start: 'a',
        steps: [{ id: 'a', kind: 'wait', minutes: 60, next: null }],
        settings,
      },
    },
  ];
}
