import type { TenantTx } from '../../../platform/db/sql.ts';
import { readFields } from '../../contacts/public.ts';
import { type Column, findMapping } from '../import-repo.ts';
import { headerHash, suggestMapping } from './mapping-rules.ts';

const samplesShown = 5;

export type FileBeginning = { header: string[] | null; width: number; firstRows: string[][] };

/** Names, samples and suggested targets of the columns of a file. */
export async function describeColumns(tx: TenantTx, { header, width, firstRows }: FileBeginning): Promise<Column[]> {
  const named = Array.from({ length: Math.max(width, header?.length ?? 0) }, (_none, index) => ({
    name: (header?.[index] ?? '').trim().slice(0, 200) || `Column ${index + 1}`,
    samples: firstRows
      .map((cells) => (cells[index] ?? '').trim().slice(0, 200))
      .filter((cell) => cell !== '')
      .slice(0, samplesShown),
  }));
  const fields = await readFields(tx);
  const suggested = suggestMapping(
    named,
    [...fields.values()].filter(({ hidden }) => !hidden).map(({ name }) => name),
  );
  const before = header === null ? null : await findMapping(tx, headerHash(named.map(({ name }) => name)));
  return named.map((column, index): Column => {
    const known = before?.[index];
    if (known !== undefined) return { ...column, suggestion: known, confidence: 1 };
    return {
      ...column,
      ...(suggested.columns[index] ?? { suggestion: { target: 'ignore' as const }, confidence: 0 }),
    };
  });
}
