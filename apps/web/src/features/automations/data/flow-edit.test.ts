import { flowProblems } from '@parley/contract/flow-problems';
import { flow as flowSchema } from '@parley/contract/flow-schema';
import { defaultSettings, exitsOf } from '@parley/contract/flow-steps';
import type { Flow, FlowStepKind } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { canMoveUp, insertStep, moveUp, type Place, placeOf, removeArm, removeStep, targetAt } from './flow-edit.ts';
import { newStep } from './new-step.ts';

const empty: Flow = { trigger: { kind: 'message' }, conditions: [], start: null, steps: [], settings: defaultSettings };
const start: Place = { after: null, exit: 0 };

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const kinds: FlowStepKind[] = [
  'send_text',
  'ask',
  'branch',
  'wait',
  'assign',
  'label',
  'stage',
  'note',
  'done',
  'stop',
  'hand_over',
];

/** A flow made as the editor makes it: by steps inserted, moved and removed at random places. */
function generate(seed: number): Flow {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  let flow = empty;
  for (let n = 0; n < 5 + random() * 25; n++) {
    const places = [
      start,
      ...flow.steps.flatMap((step) => exitsOf(step).map((_exit, exit) => ({ after: step.id, exit }))),
    ];
    const place = pick(places) ?? start;
    const ends = targetAt(flow, place) === null;
    const kind = pick(kinds.filter((one) => ends || (one !== 'stop' && one !== 'hand_over')));
    const act = random();
    const step = pick(flow.steps);
    if (act < 0.75 && kind !== undefined) flow = insertStep(flow, place, newStep(kind));
    else if (act < 0.85 && step !== undefined) flow = removeStep(flow, step.id);
    else if (step !== undefined) flow = moveUp(flow, step.id);
  }
  return flow;
}

const shapeProblems = (flow: Flow) => flowProblems(flow).filter(({ part }) => part === 'steps');

describe('editing a flow', () => {
  it('keeps every step of a thousand generated flows connected, each behind one other', () => {
    for (let seed = 1; seed <= 1_000; seed++) {
      const flow = generate(seed);
      expect(flowSchema.parse(JSON.parse(JSON.stringify(flow)))).toEqual(flow);
      if (flow.steps.length > 0) expect(shapeProblems(flow), `seed ${seed}`).toEqual([]);
      for (const { id } of flow.steps) expect(targetAt(flow, placeOf(flow, id) ?? start)).toBe(id);
    }
  });

  it('inserts before what is there, removes without losing what follows, and moves up', () => {
    const [a, b] = [newStep('send_text'), newStep('note')];
    const both = insertStep(insertStep(empty, start, b), start, a);
    expect([both.start, targetAt(both, { after: a.id, exit: 0 })]).toEqual([a.id, b.id]);
    expect(canMoveUp(both, a.id)).toBe(false);
    const turned = moveUp(both, b.id);
    expect([turned.start, targetAt(turned, { after: b.id, exit: 0 })]).toEqual([b.id, a.id]);
    const left = removeStep(both, a.id);
    expect([left.start, left.steps.length]).toEqual([b.id, 1]);
  });

  it('removes an arm of a branch with the steps behind it', () => {
    const branch = newStep('branch');
    const flow = insertStep(insertStep(empty, start, branch), { after: branch.id, exit: 0 }, newStep('send_text'));
    expect(removeArm(flow, branch.id, 0).steps).toHaveLength(1);
  });

  it('a jump to a step that is removed has to be chosen again', () => {
    const [text, jump] = [newStep('send_text'), newStep('go_to')];
    const flow = insertStep(insertStep(empty, start, text), { after: text.id, exit: 0 }, jump);
    const linked = {
      ...flow,
      steps: flow.steps.map((one) => (one.kind === 'go_to' ? { ...one, step: text.id } : one)),
    };
    expect(removeStep(linked, text.id).steps).toEqual([{ ...jump, step: null }]);
  });
});
