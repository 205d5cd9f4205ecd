import { listTemplateVariables } from '@parley/contract/template-fill';
import type { AbTest, AbVariant } from '@parley/contract/types';
import type { BroadcastDraft } from './draft.ts';
import type { Broadcast } from './use-broadcast.ts';

export const suggestedTest: AbTest = {
  template_id: null,
  variables: {},
  percent: 10,
  winner: 'read',
  wait_hours: 4,
};

/** The draft with variant B as its message, and variant A as the other one. */
export function draftOfB(draft: BroadcastDraft, test: AbTest): BroadcastDraft {
  const { template_id, variables } = test;
  const other = { ...test, template_id: draft.template_id, variables: draft.variables };
  return { ...draft, template_id, variables, ab_test: other };
}

/** The broadcast as the steps show variant B: its template, variables and problems, and what is chosen goes there. */
export function variantB(broadcast: Broadcast): Broadcast {
  const { store, state, templates, problems } = broadcast;
  const { ab_test: test } = state.draft;
  if (test === null) return broadcast;
  const template = templates?.find(({ id }) => id === test.template_id);
  return {
    ...broadcast,
    store: {
      id: store.id,
      saveNow: () => store.saveNow(),
      // A generated name follows variant A.
      change: ({ template_id, variables, name: _name, ...rest }) => {
        const part = {
          ...(template_id !== undefined && { template_id }),
          ...(variables !== undefined && { variables }),
        };
        store.change({ ...rest, ...(Object.keys(part).length > 0 && { ab_test: { ...test, ...part } }) });
      },
    },
    state: { ...state, draft: draftOfB(state.draft, test) },
    template,
    templateVariables: template === undefined ? [] : listTemplateVariables(template),
    problems: problems.filter(({ variant }) => variant === 'B'),
  };
}

/** Without the problems of variant B. */
export function variantA(broadcast: Broadcast): Broadcast {
  return { ...broadcast, problems: broadcast.problems.filter(({ variant }) => variant !== 'B') };
}

export function asVariant(broadcast: Broadcast, variant: AbVariant): Broadcast {
  return variant === 'B' ? variantB(broadcast) : variantA(broadcast);
}

/** How many get each variant first, and how many wait, as the server shares them. */
export function sharesOf(recipients: number, percent: number): { a: number; b: number; rest: number } {
  const a = Math.ceil((recipients * percent) / 100);
  const both = Math.min(recipients, Math.max(Math.min(recipients, 2), Math.ceil((2 * recipients * percent) / 100)));
  return { a, b: both - a, rest: recipients - both };
}
