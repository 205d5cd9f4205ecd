import { renderText, type VariableContact } from '@parley/contract/variables';

const longest = 4_096;

/**
 * A text with the contact's values and the answers of the run. A variable without a value is left out, with the space
 * before it: “Hello {{FIRST_NAME}}!” becomes “Hello!”.
 */
export function fillText(text: string, contact: VariableContact, variables: Readonly<Record<string, string>>): string {
  const options = { extras: { ...variables } };
  const { missing } = renderText(text, contact, options);
  const without = missing.reduce(
    (left, name) => left.replaceAll(new RegExp(`,?[ \\u00a0]?\\{\\{\\s*${RegExp.escape(name)}\\s*\\}\\}`, 'g'), ''),
    text,
  );
  return renderText(without, contact, options).text.slice(0, longest);
}
