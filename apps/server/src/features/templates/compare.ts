import { isDeepStrictEqual } from 'node:util';
import { validitySeconds } from '@parley/contract/template-validity';
import type { TemplateChange, TemplateDraft, TemplateUse } from '@parley/contract/types';
import type { FetchedTemplate, TemplateRow } from './repo.ts';

export type Comparison = { changes: TemplateChange[]; differ: FetchedTemplate[]; gone: string[]; unchanged: number };

/** What WhatsApp has against what we have, with every field that differs. */
export function compareTemplates(
  known: readonly TemplateRow[],
  fetched: readonly FetchedTemplate[],
  uses: ReadonlyMap<string, TemplateUse[]>,
  isWanted: (template: Named) => boolean,
): Comparison {
  const ours = new Map(known.map((row) => [keyOf(row), row]));
  const theirs = new Set(fetched.map(keyOf));
  const differing = fetched.filter((row) => !isSame(ours.get(keyOf(row)), row));
  const differ = differing.filter(isWanted);
  const gone = known.filter((row) => !theirs.has(keyOf(row)) && isWanted(row));
  return {
    differ,
    gone: gone.map(({ id }) => id),
    unchanged: fetched.length - differing.length,
    changes: [
      ...differ.map((row): TemplateChange => {
        const before = ours.get(keyOf(row));
        const { name, language, category } = row;
        const id = before?.id ?? null;
        return {
          id,
          name,
          language,
          category,
          marker: before === undefined ? 'NEW' : 'MODIFIED',
          fields: fieldChanges(before, row),
          used_in: (id === null ? undefined : uses.get(id)) ?? [],
        };
      }),
      ...gone.map(({ id, name, language, category }): TemplateChange => {
        return { id, name, language, category, marker: 'DELETED', fields: [], used_in: uses.get(id) ?? [] };
      }),
    ],
  };
}

type Named = { name: string; language: string };
export const keyOf = ({ name, language }: Named) => `${name}/${language}`;

type Fields = Record<string, unknown>;

function fieldChanges(before: TemplateRow | undefined, after: FetchedTemplate): TemplateChange['fields'] {
  const earlier = before === undefined ? {} : fieldsOf(before);
  return differences(earlier, fieldsOf(after));
}

function differences(earlier: Fields, later: Fields): TemplateChange['fields'] {
  return [...new Set([...Object.keys(later), ...Object.keys(earlier)])].flatMap((field) => {
    const change = { field, before: earlier[field] ?? null, after: later[field] ?? null };
    // WhatsApp leaves the quality out at times: that is no change.
    if (field === 'quality' && change.after === null) return [];
    return isDeepStrictEqual(change.before, change.after) ? [] : [change];
  });
}

type Content = Omit<TemplateDraft, 'components'> & { components: readonly object[] | null };

/** What one version of a template changed of the one before. */
export function contentChanges(before: Content, after: Content): TemplateChange['fields'] {
  const same = { status: null, quality: null };
  return differences(fieldsOf({ ...before, ...same }), fieldsOf({ ...after, ...same }));
}

function fieldsOf(template: Content & { status: string | null; quality: string | null }): Fields {
  const { status, category, quality, components } = template;
  // WhatsApp names its defaults; a template written here leaves them out.
  const parameter_format = template.parameter_format ?? 'POSITIONAL';
  const message_send_ttl_seconds = validitySeconds(category, template.message_send_ttl_seconds);
  const parts = (components ?? []).map((part) => [String((part as Fields)['type']).toUpperCase(), part]);
  return { ...Object.fromEntries(parts), category, status, quality, parameter_format, message_send_ttl_seconds };
}

function isSame(ours: TemplateRow | undefined, fetched: FetchedTemplate): boolean {
  return ours !== undefined && ours.fetched_at !== null && fieldChanges(ours, fetched).length === 0;
}
