import type { ContactList } from '@parley/contract/types';

/** The specification's label of lists: at most so many names, then how many more. */
const namesShown = 3;

export type ListLabel = { names: string[]; more: number };

/**
 * What is said of the lists somebody is in. A list that is not known here is a dash.
 * @param ids in the order they are named
 */
export function listLabel(ids: readonly string[], lists: readonly Pick<ContactList, 'id' | 'name'>[]): ListLabel {
  const names = new Map(lists.map(({ id, name }) => [id, name]));
  return {
    names: ids.slice(0, namesShown).map((id) => names.get(id) ?? '-'),
    more: Math.max(0, ids.length - namesShown),
  };
}

/** The same as one text: `VIP, Fair + 2 lists`. */
export function listLabelText({ names, more }: ListLabel, moreWords: (more: number) => string): string {
  return `${names.join(', ')}${more > 0 ? moreWords(more) : ''}`;
}
