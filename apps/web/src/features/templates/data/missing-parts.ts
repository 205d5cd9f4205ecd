import type { LintCode, LintFinding } from '@parley/contract/template-lint';
import type { EditorValues } from './use-template-editor.ts';

const missing: ReadonlySet<LintCode> = new Set<LintCode>([
  ...(['body_missing', 'text_missing', 'sample_missing', 'button_incomplete', 'url_invalid', 'phone_invalid'] as const),
  ...(['card_file', 'card_buttons', 'flow_missing'] as const),
]);

/** Whether a part was not written yet: no mistake before somebody tries to submit it. */
export function isMissing({ code }: LintFinding, { name }: Pick<EditorValues, 'name'>): boolean {
  return missing.has(code) || (code === 'name_invalid' && name === '');
}
