import { changeFields, fieldsNeeded } from '@parley/contract/flow-fields';
import { changeReferences, referencesOf } from '@parley/contract/flow-references';
import { defaultSettings } from '@parley/contract/flow-steps';
import type { Flow } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { type AccountNames, type FlowFile, missingIn, readFlowFile } from './flow-file.ts';

const idOf = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const flow: Flow = {
  trigger: { kind: 'list_joined', list_id: idOf(1), channel_id: null },
  conditions: [{ kind: 'label', label_id: idOf(2), is: false }],
  start: 'b',
  steps: [
    {
      ...{ id: 'b', kind: 'branch', otherwise: 't' },
      arms: [{ name: 'Shop', conditions: [{ kind: 'channel', channel_ids: [idOf(3)] }], next: 'l' }],
    },
    { id: 'l', kind: 'label', add: [idOf(2), idOf(4)], remove: [], next: 'h' },
    { id: 'h', kind: 'hand_over', to: { kind: 'member', user_id: idOf(5) } },
    { id: 't', kind: 'send_template', template_id: idOf(6), values: {}, next: 'a' },
    { id: 'a', kind: 'assign', to: { kind: 'round_robin', group_id: null }, next: null },
  ],
  settings: defaultSettings,
};
const none: AccountNames = {
  ...{ list: [], label: [], stage: [], channel: [], member: [], group: [], template: [], broadcast: [], webhook: [] },
};
const textOf = (value: object) => JSON.stringify({ format: 'parley-automation-1', name: 'Desk', ...value });

describe('a file of an automation', () => {
  it('that is no JSON is said where it breaks off', async () => {
    expect(await readFlowFile('{"format": "parley-automation-1",\n"flow" {}}')).toEqual({
      kind: 'json',
      words: expect.stringMatching(/line 2|position 4\d/),
    });
  });

  it.each(['[]', 'null', '{"format":"other"}'])('is told from another one: %s', async (text) => {
    expect(await readFlowFile(text)).toEqual({ kind: 'other' });
  });

  it('names each part that does not fit, by its place in the file', async () => {
    const broken = {
      ...flow,
      steps: [
        { id: 's', kind: 'send_text', text: 5, next: null },
        { id: 'x', kind: 'fly' },
      ],
    };
    const read = await readFlowFile(textOf({ flow: broken }));
    expect(read).toMatchObject({ kind: 'parts' });
    expect('parts' in read && read.parts.map(({ where }) => where)).toEqual(['flow.steps.0.text', 'flow.steps.1.kind']);
  });

  it('with two steps of one id is not taken, and a name that is too long is cut', async () => {
    const [first] = flow.steps;
    const twice = await readFlowFile(textOf({ flow: { ...flow, steps: [first, first] } }));
    expect(twice).toMatchObject({ parts: [{ where: 'flow.steps.1.id' }] });
    expect(await readFlowFile(textOf({ flow, name: `\u200b${'a'.repeat(500)}` }))).toMatchObject({
      name: 'a'.repeat(80),
    });
  });

  it('names what the account lacks, each thing once, and finds it by its name', async () => {
    const names = { [idOf(1)]: 'Newsletter', [idOf(2)]: 'VIP', [idOf(3)]: 'Shop' };
    const read = (await readFlowFile(textOf({ flow, names }))) as FlowFile;
    const account = { ...none, label: [{ id: idOf(8), name: 'VIP' }], channel: [{ id: idOf(3), name: 'Main' }] };
    expect(missingIn(read, account, [])).toEqual([
      { kind: 'list', id: idOf(1), name: 'Newsletter', choice: '' },
      { kind: 'label', id: idOf(2), name: 'VIP', choice: idOf(8) },
      { kind: 'label', id: idOf(4), name: null, choice: '' },
      { kind: 'member', id: idOf(5), name: null, choice: '' },
      { kind: 'template', id: idOf(6), name: null, choice: '' },
    ]);
  });

  it('names the attributes that the account lacks, and gets others in their place, in texts too', () => {
    const asked: Flow = {
      ...flow,
      trigger: { kind: 'field_changed', name: 'City', value: '', channel_id: null },
      conditions: [{ kind: 'value', name: 'City', operator: 'is', value: 'Oslo' }],
      start: 'q',
      steps: [
        {
          ...{ id: 'q', kind: 'ask', text: 'Which size, {{FIRST_NAME}} of {{ City }}?', answer: 'text', choices: [] },
          ...{ save_to: { kind: 'variable', name: 'size' }, retries: 0, retry_text: '', timeout_minutes: 60 },
          ...{ next: 's', otherwise: null },
        } as never,
        { id: 's', kind: 'send_text', text: '{{size}} from {{Shop}}, {{Plan}}', next: null },
      ],
    };
    const missing = missingIn({ name: 'Desk', flow: asked, names: {} }, none, ['Plan']);
    expect(missing.map(({ kind, id }) => [kind, id])).toEqual([
      ['field', 'City'],
      ['field', 'Shop'],
    ]);
    const changed = changeFields(asked, (name) => (name === 'City' ? 'Town' : name));
    expect(fieldsNeeded(changed)).toEqual(['Town', 'Shop', 'Plan']);
    expect(changed.steps[0]).toMatchObject({ text: 'Which size, {{FIRST_NAME}} of {{Town}}?' });
  });

  it('gets what is chosen in place of it, and keeps the rest', () => {
    const changed = changeReferences(flow, ({ id }) => (id === idOf(2) ? idOf(8) : id));
    expect(referencesOf(changed).map(({ id }) => id)).toEqual(
      referencesOf(flow).map(({ id }) => (id === idOf(2) ? idOf(8) : id)),
    );
    expect(changed.steps[4]).toEqual(flow.steps[4]);
  });
});
