import type { HistoryImport } from '@parley/contract/types';

export type ToolName = NonNullable<HistoryImport['source']>['tool'];

/** Names that are the same in every language. */
export const toolNames: Readonly<Record<ToolName, string>> = {
  chatwoot: 'Chatwoot',
  respond_io: 'respond.io',
  wati: 'WATI',
};

export function isTool(name: unknown): name is ToolName {
  return typeof name === 'string' && Object.hasOwn(toolNames, name);
}

type Source = NonNullable<HistoryImport['source']>;

/** The inboxes that are imported. */
export function chosenIn({ inboxes }: Source): number[] {
  return inboxes.flatMap(({ id, chosen }) => (chosen ? [id] : []));
}

/** How many conversations the chosen inboxes have. @returns null where the tool does not say */
export function conversationsIn({ inboxes }: Source, ids: readonly number[]): number | null {
  const chosen = inboxes.filter(({ id }) => ids.includes(id));
  if (chosen.some(({ conversations }) => conversations === null)) return null;
  return chosen.reduce((sum, { conversations }) => sum + (conversations ?? 0), 0);
}
