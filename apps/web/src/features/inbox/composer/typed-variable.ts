import { foldText } from '@parley/contract/fold-text';
import { primaryVariables, replaceVariables, type VariableContact, variableValue } from '@parley/contract/variables';

/** What the variables of a text are filled in with. */
export type MergeValues = { contact: VariableContact; customFields: readonly string[] };

const most = 8;

/** What is typed after two braces, or @ and one, before the cursor, and where they are; null while no variable is being written. */
export function variableTypedAt(text: string, cursor: number): { from: number; typed: string } | null {
  const match = /[@{｛][{｛]([^{}｛｝\n]{0,60})$/.exec(text.slice(0, cursor));
  return match === null ? null : { from: match.index, typed: match[1] ?? '' };
}

/** The variables whose name has what was typed, those that begin with it first, with the contact’s value; null: none. */
export function findVariables({ contact, customFields }: MergeValues, typed: string) {
  const wanted = foldText(typed.trim());
  const found = [...primaryVariables, ...customFields].filter((name) => foldText(name).includes(wanted));
  const rank = (name: string) => (foldText(name).startsWith(wanted) ? 0 : 1);
  return found
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, most)
    .map((name) => ({ name, value: variableValue(name, contact) }));
}

/** A text as the contact will read it; a variable without a value stays as it stands. */
export function readsAs(text: string, values: MergeValues | undefined): string {
  return values === undefined ? text : replaceVariables(text, (name) => variableValue(name, values.contact));
}
