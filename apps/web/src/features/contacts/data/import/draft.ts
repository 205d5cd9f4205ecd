import { nameKey } from '@parley/contract/names';
import type { ColumnMapping, ContactImport, ImportRules } from '@parley/contract/types';
import { useCallback, useMemo, useState } from 'react';
import { accountStorage } from '../../../../platform/account-storage.ts';
import { readJson } from '../../../../platform/storage.ts';

/** Mapping and rules of an import that are not saved yet. */
export type ImportDraft = { mapping: ColumnMapping[]; rules: ImportRules };

const keyOf = (id: string) => `import:${id}`;

/** A list name derived from a file name. */
export function listNameOf(fileName: string): string {
  return fileName
    .replace(/\.(csv|tsv|txt|xlsx|vcf|vcard)$/i, '')
    .slice(0, 200)
    .trim();
}

export function newDraft(row: ContactImport): ImportDraft {
  const name = listNameOf(row.name);
  return {
    mapping: row.columns.map(({ suggestion }) => suggestion),
    rules: {
      purpose: 'both',
      conflict: 'fill',
      blanks: 'ignore',
      contact_list_ids: [],
      list_separator: separatorIn(row),
      ...(name === '' ? {} : { new_list_name: name }),
    },
  };
}

/** The separator of list names that the file seems to use. */
function separatorIn(row: ContactImport): string {
  const cells = row.columns.filter(({ suggestion }) => suggestion.target === 'lists').flatMap((one) => one.samples);
  // What is quoted is one name; a sample may end within it.
  const samples = cells.map((cell) => cell.replaceAll(/"(?:[^"]|"")*(?:"|$)/g, ''));
  if (samples.some((sample) => sample.includes(' ::: '))) return ':::';
  return [';', '|'].find((sign) => samples.some((sample) => sample.includes(sign))) ?? ',';
}

function storedDraft(row: ContactImport): ImportDraft | null {
  const value = readJson(accountStorage().get(keyOf(row.id)));
  if (typeof value !== 'object' || value === null) return null;
  const { mapping, rules } = value as Partial<ImportDraft>;
  if (!Array.isArray(mapping) || mapping.length !== row.columns.length || typeof rules !== 'object') return null;
  return { mapping, rules };
}

/** Mapping and rules of an import: the local draft, else the saved ones, else the suggestions. */
export function useDraft(row: ContactImport): [ImportDraft, (draft: ImportDraft) => void] {
  const [changed, setChanged] = useState<ImportDraft | null>(() => storedDraft(row));
  const reported = useMemo(
    () => (row.mapping === null || row.rules === null ? null : { mapping: row.mapping, rules: row.rules }),
    [row.mapping, row.rules],
  );
  const fits = changed !== null && changed.mapping.length === row.columns.length;
  const draft = fits ? changed : (reported ?? newDraft(row));
  const { id } = row;
  const set = useCallback(
    (next: ImportDraft) => {
      accountStorage().set(keyOf(id), JSON.stringify(next));
      setChanged(next);
    },
    [id],
  );
  return [draft, set];
}

/** Whether the draft is saved; the server may return keys in another order. */
export function isSaved({ mapping, rules }: ImportDraft, row: ContactImport): boolean {
  return canonicalJson(mapping) === canonicalJson(row.mapping) && canonicalJson(rules) === canonicalJson(row.rules);
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** What is missing before the check; null: nothing. */
export type DraftProblem = 'phone' | 'field' | 'twice' | 'reserved' | null;

const reserved = ['FIRST_NAME', 'LAST_NAME', 'NAME', 'PHONE_NUMBER'];

export function problemOf(mapping: readonly ColumnMapping[]): DraftProblem {
  if (!mapping.some(({ target }) => target === 'phone')) return 'phone';
  const seen = new Set<string>();
  for (const { target, field } of mapping) {
    if (target !== 'field') continue;
    const name = field?.trim() ?? '';
    if (name === '') return 'field';
    if (reserved.includes(name.toUpperCase())) return 'reserved';
    if (seen.has(nameKey(name))) return 'twice';
    seen.add(nameKey(name));
  }
  return null;
}
