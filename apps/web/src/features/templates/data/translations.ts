import { readContent } from '@parley/contract/template-content';
import { variableNames } from '@parley/contract/template-fill';
import type { Template } from '@parley/contract/types';
import type { EditorValues } from './use-template-editor.ts';

type Named = Pick<Template, 'waba_id' | 'name'>;

/** All languages of a template, by language. */
export function translationsOf(templates: readonly Template[], { waba_id: waba, name }: Named): Template[] {
  return templates
    .filter((template) => template.waba_id === waba && template.name === name)
    .toSorted((a, b) => a.language.localeCompare(b.language));
}

export type TranslationDifference = 'buttons' | 'category' | 'footer' | 'header' | 'variables';

/** In what a translation differs besides its words: one send must fit every language. */
export function translationDifferences(
  values: Pick<EditorValues, 'category' | 'content'>,
  other: Pick<Template, 'category' | 'components' | 'draft'>,
): TranslationDifference[] {
  const { category, components } = other.draft ?? other;
  const [ours, theirs] = [values.content, readContent(components ?? [])];
  const shapes: Record<TranslationDifference, [unknown, unknown]> = {
    category: [values.category, category],
    header: [
      [ours.header.format, variableNames(ours.header.text)],
      [theirs.header.format, variableNames(theirs.header.text)],
    ],
    variables: [variableNames(ours.body).toSorted(), variableNames(theirs.body).toSorted()],
    footer: [ours.footer !== '', theirs.footer !== ''],
    buttons: [ours.buttons.map(({ type }) => type), theirs.buttons.map(({ type }) => type)],
  };
  return (Object.keys(shapes) as TranslationDifference[]).filter((part) => {
    const [one, another] = shapes[part];
    return JSON.stringify(one) !== JSON.stringify(another);
  });
}
