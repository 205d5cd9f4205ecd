import type { ContactList } from '@parley/contract/types';
import { listText } from '../../../platform/formats.ts';

/** The specification's limit: this many names, then the number of further lists. */
const namesShown = 3;

export type ListLabel = { names: string[]; more: number };

/**
 * The label for a contact's lists. An unknown list is shown as a dash.
 * @param ids in the order shown
 */
export function listLabel(ids: readonly string[], lists: readonly Pick<ContactList, 'id' | 'name'>[]): ListLabel {
  const names = new Map(lists.map(({ id, name }) => [id, name]));
  return {
    names: ids.slice(0, namesShown).map((id) => names.get(id) ?? '-'),
    more: Math.max(0, ids.length - namesShown),
  };
}

/** The label as one text: `VIP, Fair + 2 lists`. */
export function listLabelText({ names, more }: ListLabel, moreText: (more: number) => string): string {
  return `${listText(names)}${more > 0 ? moreText(more) : ''}`;
}
