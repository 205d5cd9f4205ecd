import type { FieldError } from '@parley/contract/errors';
import type { VariableSource } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { invalid } from '../../../platform/errors.ts';
import type { CampaignRow } from '../core/repo.ts';
import { findFile } from './file-repo.ts';

/** The file of an audience, as far as its rows were read. */
export type AudienceFile = {
  id: string;
  /** Names of its columns, in the order of cells. */
  columns: readonly string[];
  good: number;
  rows: number;
};

/** @throws AppError('validation_failed') when there is no such file */
export async function audienceFileOf(tx: TenantTx, id: string | undefined): Promise<AudienceFile | null> {
  if (id === undefined) return null;
  const row = await findFile(tx, id);
  if (row === null) throw invalid('audience.file_id', 'This file was not found.');
  return { id, columns: row.columns.map(({ name }) => name), good: row.good, rows: Number(row.rows_done) };
}

/** The cells of a person by the names of their columns. */
export function namedCells(file: AudienceFile | null, cells: readonly string[] | null): Record<string, string> {
  if (file === null || cells === null) return {};
  return Object.fromEntries(file.columns.map((name, at) => [name, cells[at] ?? '']));
}

/** Why a broadcast cannot start with its file, by field of its row. */
export async function audienceFileProblems(
  tx: TenantTx,
  { audience, variables, schedule, ab_test: test }: CampaignRow,
): Promise<FieldError[]> {
  const { file_id: id } = audience;
  const row = id === undefined ? null : await findFile(tx, id);
  const columns = row?.columns.map(({ name }) => name) ?? [];
  const problems = id === undefined ? [] : fileProblems(row);
  if (id !== undefined && schedule.repeat != null) {
    const msg = 'A file is for one broadcast. Import it as contacts, or do not repeat the broadcast.';
    problems.push({ field: 'schedule.repeat', msg });
  }
  // Of a file that is not read the columns are not known.
  if (id !== undefined && columns.length === 0) return problems;
  const of = (sources: Readonly<Record<string, VariableSource>>, part: string) =>
    columnProblems(sources, columns, row?.name ?? null).map(({ field, msg }) => ({ field: `${part}${field}`, msg }));
  return [...problems, ...of(variables, ''), ...of(test?.variables ?? {}, 'ab_test.')];
}

function fileProblems(row: Awaited<ReturnType<typeof findFile>>): FieldError[] {
  const problem = (msg: string): FieldError[] => [{ field: 'audience.file_id', msg }];
  if (row === null) return problem('The file was deleted. Upload it again, or remove it.');
  if (row.purged_at !== null) return problem(`The rows of ${row.name} were deleted. Upload it again.`);
  switch (row.state) {
    case 'uploading':
      return problem(`${row.name} is not uploaded completely. Upload it again, or remove it.`);
    case 'reading':
      return problem(`${row.name} is still being read. Try again in a moment.`);
    case 'failed':
      return problem(`${row.name} couldn’t be read: ${row.error ?? ''}`.trim());
    case 'mapping':
      return problem(`Choose the column of the phone numbers in ${row.name}.`);
    case 'ready':
      return row.good > 0 ? [] : problem(`No row of ${row.name} has a valid phone number.`);
  }
}

function columnProblems(
  variables: Readonly<Record<string, VariableSource>>,
  columns: readonly string[],
  fileName: string | null,
): FieldError[] {
  return Object.entries(variables).flatMap(([key, source]) => {
    if (!('column' in source) || columns.includes(source.column)) return [];
    const msg =
      fileName === null
        ? `The column ${source.column} is of a file that was removed. Choose what stands here.`
        : `${fileName} has no column named ${source.column}. Choose another one.`;
    return [{ field: `variables.${key}`, msg }];
  });
}
