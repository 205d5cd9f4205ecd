import type { ContactImport } from '@parley/contract/types';

export const steps = ['upload', 'map', 'rules', 'check', 'run'] as const;
export type Step = (typeof steps)[number];
/** Shows a step, of the import `id` if given; an empty id means a new import. */
export type GoTo = (to: { step: Step; id?: string }, replace?: boolean) => void;

const unreadStates: readonly ContactImport['state'][] = ['uploading', 'reading'];
const startedStates: readonly ContactImport['state'][] = ['running', 'paused', 'done', 'undoing', 'undone'];

/** Whether the import has started: mapping and rules can no longer change. */
export function hasStarted(row: ContactImport): boolean {
  return startedStates.includes(row.state) || row.state === 'cancelled';
}

/** The steps available in the state of an import. */
export function openSteps(row: ContactImport | null): readonly Step[] {
  if (row === null || unreadStates.includes(row.state) || row.state === 'failed') return ['upload'];
  if (hasStarted(row)) return ['run'];
  return row.mapping === null ? ['upload', 'map', 'rules'] : ['upload', 'map', 'rules', 'check'];
}

/** The step to show: the one of the URL if available, else the furthest. */
export function stepOf(asked: unknown, row: ContactImport | null): Step {
  const open = openSteps(row);
  const wanted = open.find((step) => step === asked);
  if (wanted !== undefined) return wanted;
  if (row?.state === 'checking' || row?.state === 'ready') return 'check';
  if (asked === undefined || asked === 'upload') return open[0] ?? 'upload';
  return open.at(-1) ?? 'upload';
}
