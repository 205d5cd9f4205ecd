import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';
import { fixValue, renderText, unknownVariables } from '@parley/contract/variables';
import type { ApiError } from '../../../platform/errors.ts';
import { listText } from '../../../platform/formats.ts';
import { useVariableCheck } from '../../templates/public.ts';
import type { ComposeDraft, VariableSource } from './draft.ts';
import { getsText, valuesFor } from './messages.ts';
import type { ComposeTarget } from './use-targets.ts';

/** The maximum length of a text message, UTF-16 units (the provider's limit). */
const mostText = 4_096;
const namesShown = 3;

/** Why a variable prevents sending; `removable`: keys of recipients that could be removed instead. */
export type MissingVariable = { words: string; removable: string[] };

export type Problems = {
  to: string | null;
  text: string | null;
  template: string | null;
  variables: Record<string, MissingVariable>;
  when: string | null;
  form: string | null;
};

export const noProblems: Problems = { to: null, text: null, template: null, variables: {}, when: null, form: null };

export function hasProblems({ variables, ...rest }: Problems): boolean {
  return Object.keys(variables).length > 0 || Object.values(rest).some((words) => words !== null);
}

type Chosen = { row: Template; sources: Record<string, VariableSource> };

const noTemplate = { components: [], parameter_format: null };

/** Problems per field that prevent sending; the server validates again. */
export function useProblems(template: Chosen | null, customFields: readonly string[]) {
  const { t } = useLingui();
  const checkVariables = useVariableCheck(template?.row ?? noTemplate);
  const namesOf = (targets: readonly ComposeTarget[]) => {
    const names = targets.slice(0, namesShown).map(({ name }) => name);
    const more = targets.length - names.length;
    return more > 0 ? t`${listText(names)} and ${more} more` : listText(names);
  };

  const ofTo = (targets: readonly ComposeTarget[]): string | null => {
    if (targets.length === 0) return t`Choose recipients.`;
    const wrong = targets.filter(({ status }) => status === 'invalid');
    const twice = targets.filter(({ status }) => status === 'duplicate');
    if (wrong.length > 0) return t`Not phone numbers: ${namesOf(wrong)}. Remove or correct them.`;
    if (twice.length > 0) return t`Listed twice: ${namesOf(twice)}. Remove the duplicates.`;
    const sandbox = targets.filter(({ status }) => status === 'sandbox');
    const real = targets.filter(({ status }) => status === 'real');
    if (sandbox.length > 0) {
      return t`${plural(sandbox.length, { one: 'This is a sandbox contact', other: 'These are sandbox contacts' })}: ${namesOf(sandbox)}. Remove them or choose a sandbox channel.`;
    }
    if (real.length > 0) {
      return t`The sandbox only reaches sandbox contacts and verified test phones. Remove ${namesOf(real)} or choose another channel.`;
    }
    return null;
  };
  const ofText = (draft: ComposeDraft, targets: readonly ComposeTarget[]): string | null => {
    const getting = targets.filter((target) => getsText(draft.how, target));
    if (getting.length === 0) return null;
    if (draft.text.trim() === '') return t`Enter a message.`;
    const [unknown] = unknownVariables(draft.text, customFields, draft.asTyped);
    if (unknown !== undefined) {
      return t`Unknown variable ${`{{${unknown}}}`}. Correct its name, remove it, or choose to send it as typed.`;
    }
    const made = getting.map((target) => ({
      target,
      ...renderText(draft.text, target.variableContact, { fallbacks: draft.fallbacks, asTyped: draft.asTyped }),
    }));
    const lacking = made.filter(({ text }) => text.includes(fixValue)).map(({ target }) => target);
    const [first] = made.flatMap(({ missing }) => missing);
    if (lacking.length > 0) {
      return first === undefined
        ? t`${fixValue} marks a missing value. Enter it.`
        : t`${plural(lacking.length, { one: `${namesOf(lacking)} has no ${first}`, other: `${namesOf(lacking)} have no ${first}` })}. Enter a fallback or replace the variable.`;
    }
    return made.some(({ text }) => text.length > mostText) ? t`At most ${mostText} characters.` : null;
  };
  const ofVariables = (chosen: Chosen, targets: readonly ComposeTarget[]): Record<string, MissingVariable> => {
    const found: Record<string, MissingVariable> = {};
    const checked = targets.map((target) => {
      const values = valuesFor(chosen.sources, target.variableContact);
      return { target, values, wrong: checkVariables(values, target.variableContact) };
    });
    for (const [key, source] of Object.entries(chosen.sources)) {
      const wrong = checked.filter((one) => one.wrong[key] !== undefined);
      const [first] = wrong;
      if (first === undefined) continue;
      const missing = wrong.filter(({ values }) => values[key] === '').map(({ target }) => target);
      const count = missing.length;
      const words =
        missing.length === 0 || source.from === 'value'
          ? (first.wrong[key] ?? '')
          : t`${plural(count, { one: '# recipient has', other: '# recipients have' })} nothing here: ${namesOf(missing)}. Write a fallback, choose another field, or exclude them.`;
      found[key] = {
        words: count > 0 ? `${fixValue}: ${words}` : words,
        removable: missing.map(({ recipient }) => recipient.key),
      };
    }
    return found;
  };

  return {
    check(draft: ComposeDraft, targets: readonly ComposeTarget[]): Problems {
      const filling = targets.filter((target) => !getsText(draft.how, target));
      const needs = filling.length > 0 || targets.length === 0;
      return {
        to: ofTo(targets),
        text: ofText(draft, targets),
        template: needs && template === null && draft.how === 'template' ? t`Choose a template.` : closedOnly(),
        variables: template === null ? {} : ofVariables(template, filling),
        when: draft.sendAt !== null && Date.parse(draft.sendAt) <= Date.now() ? t`This time has passed.` : null,
        form: null,
      };
      function closedOnly() {
        if (template !== null || filling.length === 0 || draft.how === 'template') return null;
        return t`${namesOf(filling)} can only receive a template. Choose one or remove them.`;
      }
    },
    /** The server's errors, at their fields. */
    fromServer(error: ApiError, targets: readonly ComposeTarget[]): Problems {
      const problems: Problems = { ...noProblems };
      const addProblem = (field: 'to' | 'text' | 'template' | 'when' | 'form', words: string) => {
        problems[field] = problems[field] === null ? words : `${problems[field]} ${words}`;
      };
      for (const { field, msg } of error.data) {
        const [, index = '', part = ''] = /^messages\.(\d+)\.(\w+)/.exec(field) ?? [];
        const name = targets[Number(index)]?.name;
        const words = name === undefined ? msg : `${name}: ${msg}`;
        if (field === 'send_at') addProblem('when', msg);
        else if (part === 'to' || part === 'contact_id') addProblem('to', words);
        else if (part === 'text' || part === 'template') addProblem(part, words);
        else addProblem('form', words);
      }
      if (!hasProblems(problems)) problems.form = error.message;
      return problems;
    },
  };
}
