import { AppError, pgCode } from '../errors.ts';

/** User-facing names of tables with a row limit per account, by table: what they hold, and how to make room. */
export type RowLimits = Readonly<Record<string, { things: string; fix: string }>>;

/** The API error of a database refusal because of a row limit; undefined for any other error. */
export function limitReached(error: unknown, rowLimits: RowLimits): AppError | undefined {
  if (pgCode(error) !== 'PAR01') return undefined;
  const { table = '', detail = '' } = error as { table?: string; detail?: string };
  const { things, fix } = rowLimits[table] ?? { things: 'items of this kind', fix: 'Delete one first.' };
  const amount = `${Number(detail).toLocaleString('en')} ${things}`;
  return new AppError('limit_reached', { message: `An account can have ${amount}. ${fix}`, cause: error });
}
