import { flowProblems } from '@parley/contract/flow-problems';
import { defaultSettings } from '@parley/contract/flow-steps';
import { languages } from '@parley/contract/languages';
import { translateText } from '@parley/contract/translate-text';
import type { Flow, FlowStep, FlowStepKind } from '@parley/contract/types';
import { expect, it } from 'vitest';
import { newStep } from './new-step.ts';
import { loadProblemTexts } from './problem-texts.ts';

const kinds: FlowStepKind[] = [
  ...(['send_text', 'send_buttons', 'send_list', 'send_template', 'send_media', 'ask_number', 'ask'] as const),
  ...(['call_url', 'conversion', 'branch', 'intent', 'wait', 'go_to', 'assign', 'label', 'stage', 'field'] as const),
  ...(['list', 'opt_out', 'note', 'done', 'hand_over', 'stop'] as const),
];
const steps = kinds.map(newStep);
const other = newStep('send_text') as Extract<FlowStep, { kind: 'send_text' }>;
const flows: Flow[] = [
  { trigger: { kind: 'message' }, conditions: [], start: null, steps: [], settings: defaultSettings },
  {
    ...{ trigger: { kind: 'field_changed', name: 'Plan' } as Flow['trigger'], settings: defaultSettings },
    ...{ conditions: [{ kind: 'list', list_id: null, is: true } as never], start: steps[0]?.id ?? null },
    steps: [...steps, { ...other, text: 'Dear {{NICKNAME}}' }],
  },
];
const found = [...new Set(flows.flatMap((flow) => flowProblems(flow, ['Other']).map(({ msg }) => msg)))];

it.each(languages.filter((one) => one !== 'en'))(
  'every problem that is found in the browser is said in %s',
  async (one) => {
    const catalogue = await loadProblemTexts(one);
    if (catalogue === null) throw new Error('no texts');
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((msg) => translateText(catalogue, msg) === msg)).toEqual([]);
    expect(translateText(catalogue, 'No attribute is called “Plan”. Choose another.')).toContain('Plan');
  },
);

it('English is said as it is', async () => {
  expect(await loadProblemTexts('en')).toBeNull();
});
