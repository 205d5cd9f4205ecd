import type { TenantTx } from '../../../platform/db/sql.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { readFields } from '../../contacts/public.ts';
import { type Column, findMapping } from '../import-repo.ts';
import { headerHash, suggestMapping } from './mapping-rules.ts';

const samplesShown = 5;

export type FileBeginning = { header: string[] | null; width: number; firstRows: string[][] };

/** Names, samples and suggested targets of the columns of a file. */
export async function describeColumns(tx: TenantTx, { header, width, firstRows }: FileBeginning): Promise<Column[]> {
  const named = Array.from({ length: Math.max(width, header?.length ?? 0) }, (_none, index) => ({
    name: (header?.[index] ?? '').trim().slice(0, 200) || `Column ${index + 1}`,
    samples: firstRows.map((cells) => (cells[index] ?? '').trim().slice(0, 200)).filter((cell) => cell !== ''),
  }));
  const [fields, { country }] = await Promise.all([readFields(tx), getNameAndCountry(tx, tx.clientId)]);
  const ownFields = [...fields.values()].filter(({ hidden }) => !hidden).map(({ name }) => name);
  const suggested = suggestMapping(named, country, ownFields);
  const before = header === null ? null : await findMapping(tx, headerHash(named.map(({ name }) => name)));
  return named.map(({ name, samples }, index): Column => {
    const column = { name, samples: samples.slice(0, samplesShown) };
    const known = before?.[index];
    if (known !== undefined) return { ...column, suggestion: known, confidence: 1 };
    return { ...column, ...(suggested[index] ?? { suggestion: { target: 'ignore' }, confidence: 0 }) };
  });
}
