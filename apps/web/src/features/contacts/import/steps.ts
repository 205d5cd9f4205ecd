import type { ContactImport } from '@parley/contract/types';

export const steps = ['upload', 'map', 'rules', 'check', 'run'] as const;
export type Step = (typeof steps)[number];
/** Shows a step, of another import if `id` names one; an empty one: of none. */
export type GoTo = (to: { step: Step; id?: string }, replace?: boolean) => void;

const unread: readonly ContactImport['state'][] = ['uploading', 'reading'];
const begun: readonly ContactImport['state'][] = ['running', 'paused', 'done', 'undoing', 'undone'];

/** Whether rows were written, or could have been: nothing about the file can be changed any more. */
export function hasBegun(row: ContactImport): boolean {
  return begun.includes(row.state) || row.state === 'cancelled';
}

/** The steps that can be shown for an import as it stands. */
export function openSteps(row: ContactImport | null): readonly Step[] {
  if (row === null || unread.includes(row.state) || row.state === 'failed') return ['upload'];
  if (hasBegun(row)) return ['run'];
  return row.mapping === null ? ['upload', 'map', 'rules'] : ['upload', 'map', 'rules', 'check'];
}

/** The step that is shown: the one of the address, or the furthest that makes sense. */
export function stepOf(asked: unknown, row: ContactImport | null): Step {
  const open = openSteps(row);
  const wanted = open.find((step) => step === asked);
  if (wanted !== undefined) return wanted;
  if (row?.state === 'checking' || row?.state === 'ready') return 'check';
  if (asked === undefined || asked === 'upload') return open[0] ?? 'upload';
  return open.at(-1) ?? 'upload';
}
