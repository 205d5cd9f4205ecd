import type { TemplateVariable } from '@parley/contract/template-fill';
import type { VariableSource } from '@parley/contract/types';

/** The code in links of test messages, which have no recipient. */
const testCode = 'test';

/** Where tracked links of this installation begin. */
export function ownLinkPrefix(): string {
  return `${globalThis.location?.origin ?? ''}/l/`;
}

/** A button whose address in the template is ours: what it opens is chosen in the broadcast. */
export function isOwnButton({ urlPrefix }: Pick<TemplateVariable, 'urlPrefix'>): boolean {
  return urlPrefix === ownLinkPrefix();
}

/** Whether a text is a web address, or a field or column may hold one. */
export function holdsAddress(source: VariableSource): boolean {
  return !('value' in source) || isAddress(source.value);
}

/**
 * Whether counting the taps on a variable is offered: its text, its fallback or what a recipient gets is a web address.
 * @param example what the recipient in the preview gets; undefined without one
 */
export function isLink(source: VariableSource, example: string | undefined): boolean {
  return [...('value' in source ? [source.value] : [example]), source.fallback].some(isAddress);
}

function isAddress(text: string | undefined): boolean {
  return text !== undefined && /^https?:\/\//i.test(text.trim());
}

/** The values of a test message: its tracked buttons lead to a page that says so. */
export function withTestCodes(
  values: Readonly<Record<string, string>>,
  variables: readonly TemplateVariable[],
): Record<string, string> {
  const own = new Set(variables.filter(isOwnButton).map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, own.has(key) ? testCode : value]));
}
