import { flowProblems } from '@parley/contract/flow-problems';
import { flow as flowSchema, step as stepSchema } from '@parley/contract/flow-schema';
import { defaultSettings, exitsOf } from '@parley/contract/flow-steps';
import type { Flow } from '@parley/contract/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut } from './canvas-layout.ts';
import { neighborAt } from './canvas-neighbors.ts';
import {
  canDuplicate,
  canMoveTo,
  duplicateStep,
  findStep,
  insertStep,
  moveStep,
  moveUp,
  type Place,
  placeOf,
  placesOf,
  removeStep,
  targetAt,
  updateStep,
  withExit,
} from './flow-edit.ts';
import { conditionsNode, endId, type FlowGraph, flowToGraph, graphToFlow, triggerNode } from './flow-graph.ts';
import { newStep } from './new-step.ts';

const runs = 1_000;
const kinds = stepSchema.options.map(({ shape }) => shape.kind.value);
const empty: Flow = { trigger: { kind: 'message' }, conditions: [], start: null, steps: [], settings: defaultSettings };

/** One edit at places that the numbers choose. */
type Edit = { act: 'insert' | 'remove' | 'up' | 'copy' | 'move' | 'jump' | 'arm'; a: number; b: number };
const edit: fc.Arbitrary<Edit> = fc.record({
  act: fc.constantFrom('insert', 'insert', 'insert', 'insert', 'remove', 'up', 'copy', 'move', 'jump', 'arm'),
  a: fc.nat(10_000),
  b: fc.nat(10_000),
});
const flows = fc.array(edit, { minLength: 1, maxLength: 30 }).map((edits) => edits.reduce(applied, empty));

function at<T>(list: readonly T[], n: number): T | undefined {
  return list[n % list.length];
}

function applied(flow: Flow, { act, a, b }: Edit): Flow {
  const place = at(placesOf(flow), a) ?? { after: null, exit: 0 };
  const step = at(flow.steps, b);
  if (act === 'insert' && flow.steps.length < 40) {
    const made = newStep(at(kinds, b) ?? 'send_text');
    return exitsOf(made).length > 0 || targetAt(flow, place) === null ? insertStep(flow, place, made) : flow;
  }
  if (step === undefined) return flow;
  if (act === 'remove') return removeStep(flow, step.id);
  if (act === 'up') return moveUp(flow, step.id);
  if (act === 'copy') return duplicateStep(flow, step.id, newStep('stop').id);
  if (act === 'move') return moveStep(flow, step.id, place, a % 2 === 0);
  if (act === 'jump' && step.kind === 'go_to') {
    return updateStep(flow, { ...step, step: at(flow.steps, a)?.id ?? null });
  }
  if (act === 'arm' && step.kind === 'intent' && step.intents.length < 10) {
    const intent = { id: `i${a}`, name: `Intent ${a}`, about: 'One more', next: null };
    return updateStep(flow, { ...step, intents: [...step.intents, intent] });
  }
  if (act === 'arm' && step.kind === 'branch' && step.arms.length < 10) {
    return updateStep(flow, { ...step, arms: [...step.arms, { name: `Arm ${a}`, conditions: [], next: null }] });
  }
  return flow;
}

const shapeProblems = (flow: Flow) =>
  flowProblems(flow).filter(({ part, msg }) => part === 'steps' && !/round/.test(msg));

/** The graph after an edit, made by cutting and joining lines alone. */
function relinked(graph: FlowGraph, changes: ReadonlyMap<string, string | null>): Flow {
  const edges = graph.edges.map((one) => {
    if (one.place === null || !changes.has(one.id)) return one;
    const to = changes.get(one.id) ?? null;
    return { ...one, to: to ?? endId(one.place) };
  });
  const ends = edges.flatMap(({ place, to }) => (place !== null && to === endId(place) ? [to] : []));
  const nodes = graph.nodes.filter(({ part }) => part !== 'end');
  return graphToFlow({ nodes: [...nodes, ...ends.map((id) => ({ id, part: 'end' as const }))], edges });
}

const edgeOf = ({ after, exit }: Place) => `${after ?? conditionsNode}:${exit}`;

describe('a flow as a graph', () => {
  it('becomes the same flow again', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        expect(graphToFlow(flowToGraph(flow))).toEqual(flow);
        expect(flowSchema.parse(JSON.parse(JSON.stringify(flow)))).toEqual(flow);
        if (flow.steps.length > 0) expect(shapeProblems(flow)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it('has a node for each step and each free place, and one line to each', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const { nodes, edges } = flowToGraph(flow);
        const free = placesOf(flow).filter((place) => targetAt(flow, place) === null);
        expect(nodes).toHaveLength(2 + flow.steps.length + free.length);
        for (const { id } of nodes) {
          const tree = edges.filter(({ to, place }) => to === id && (place !== null || id === conditionsNode));
          expect(tree).toHaveLength(id === triggerNode ? 0 : 1);
        }
      }),
      { numRuns: runs },
    );
  });

  it('an edit of the steps is the same edit of the lines', () => {
    fc.assert(
      fc.property(flows, fc.nat(10_000), fc.nat(10_000), (flow, a, b) => {
        const graph = flowToGraph(flow);
        const place = at(placesOf(flow), a) ?? { after: null, exit: 0 };
        const made = newStep('send_text');
        const added = flowToGraph({ ...flow, steps: [...flow.steps, made] });
        const inserted = relinked(
          added,
          new Map([
            [edgeOf(place), made.id],
            [edgeOf({ after: made.id, exit: 0 }), targetAt(flow, place)],
          ]),
        );
        expect(insertStep(flow, place, made)).toEqual(inserted);

        const step = at(flow.steps, b);
        const from = step === undefined ? null : placeOf(flow, step.id);
        if (step === undefined || from === null) return;
        if (targetAt(flow, place) === null && canMoveTo(flow, step.id, place, true)) {
          const moved = relinked(
            graph,
            new Map([
              [edgeOf(from), null],
              [edgeOf(place), step.id],
            ]),
          );
          expect(moveStep(flow, step.id, place, true)).toEqual(moved);
        }
        if (exitsOf(step).length === 1) {
          const gone = relinked(graph, new Map([[edgeOf(from), exitsOf(step)[0] ?? null]]));
          const left = removeStep(flow, step.id);
          expect(left.steps.map(({ id }) => id)).toEqual(
            gone.steps.filter(({ id }) => id !== step.id).map(({ id }) => id),
          );
          for (const other of placesOf(left)) expect(targetAt(left, other)).toBe(targetAt(gone, other));
        }
      }),
      { numRuns: runs },
    );
  });
});

describe('moving and copying', () => {
  it('loses no step and no text, wherever a step may be moved to', () => {
    fc.assert(
      fc.property(flows, fc.nat(10_000), fc.nat(10_000), fc.boolean(), (flow, a, b, whole) => {
        const step = at(flow.steps, a);
        const place = at(placesOf(flow), b);
        if (step === undefined || place === undefined) return;
        const moved = moveStep(flow, step.id, place, whole);
        expect(shapeProblems(moved)).toEqual([]);
        const bare = (one: Flow) =>
          one.steps.map((each) => exitsOf(each).reduce((left, _to, n) => withExit(left, n, null), each));
        expect(bare(moved)).toEqual(bare(flow));
        if (!canMoveTo(flow, step.id, place, whole)) expect(moved).toBe(flow);
        else expect(targetAt(moved, place)).toBe(step.id);
      }),
      { numRuns: runs },
    );
  });

  it('puts what was at the place behind the steps that were moved', () => {
    const [a, b, c, d] = [newStep('send_text'), newStep('note'), newStep('wait'), newStep('done')];
    const flow = [d, c, b, a].reduce((was, step) => insertStep(was, { after: null, exit: 0 }, step), empty);
    const order = (one: Flow): string[] => {
      const ids: string[] = [];
      for (let step = findStep(one, one.start); step !== undefined; step = findStep(one, exitsOf(step)[0] ?? null)) {
        ids.push(step.id);
      }
      return ids;
    };
    expect(order(moveStep(flow, c.id, { after: null, exit: 0 }, true))).toEqual([c.id, d.id, a.id, b.id]);
    expect(order(moveStep(flow, c.id, { after: null, exit: 0 }, false))).toEqual([c.id, a.id, b.id, d.id]);
    expect(moveStep(flow, a.id, { after: c.id, exit: 0 }, true)).toBe(flow);
  });

  it('copies a step without the steps behind it', () => {
    const branch = newStep('branch');
    const start: Place = { after: null, exit: 0 };
    const flow = insertStep(insertStep(empty, start, newStep('note')), start, branch);
    const copied = duplicateStep(flow, branch.id, 'copy');
    expect(copied.steps).toHaveLength(3);
    expect(targetAt(copied, { after: branch.id, exit: 0 })).toBe('copy');
    expect(targetAt(copied, { after: 'copy', exit: 0 })).toBe(targetAt(flow, { after: branch.id, exit: 0 }));
    const ending = insertStep(empty, start, newStep('stop'));
    expect(canDuplicate(ending, ending.start ?? '')).toBe(false);
  });
});

describe('the layout', () => {
  it('overlaps nothing, keeps the order of exits, and is mirrored from right to left', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const graph = flowToGraph(flow);
        const boxes = layOut(graph, new Set(flow.steps.slice(0, 3).map(({ id }) => id)));
        expect(boxes.size).toBe(graph.nodes.length);
        const all = [...boxes.values()];
        const overlap = all.some((one, n) =>
          all
            .slice(n + 1)
            .some(
              (other) =>
                one.x < other.x + other.width &&
                other.x < one.x + one.width &&
                one.y < other.y + other.height &&
                other.y < one.y + one.height,
            ),
        );
        expect(overlap).toBe(false);
        const turned = layOut(graph, new Set(), true);
        for (const step of flow.steps) {
          const behind = graph.edges
            .filter(({ from, place }) => from === step.id && place !== null)
            .map(({ to }) => to);
          const middles = (where: typeof boxes) =>
            behind.map((id) => (where.get(id)?.x ?? 0) + (where.get(id)?.width ?? 0) / 2);
          expect(middles(boxes)).toEqual(middles(boxes).toSorted((x, y) => x - y));
          expect(middles(turned)).toEqual(middles(turned).toSorted((x, y) => y - x));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('arrow keys reach every node from the trigger', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const graph = flowToGraph(flow);
        const boxes = layOut(graph, new Set());
        const reached = new Set<string>();
        const waiting: string[] = [triggerNode];
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (reached.has(id)) continue;
          reached.add(id);
          for (const direction of ['up', 'down', 'before', 'after'] as const) {
            const to = neighborAt(graph, boxes, id, direction);
            if (to !== null) waiting.push(to);
          }
        }
        expect(reached.size).toBe(graph.nodes.length);
      }),
      { numRuns: 200 },
    );
  });
});
