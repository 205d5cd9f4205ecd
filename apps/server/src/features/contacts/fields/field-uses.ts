import { nameKey } from '@parley/contract/names';
import type { FieldUse } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { listFieldRows } from '../query/field-repo.ts';
import { filterFieldNames } from '../query/filter-rules.ts';
import { listSegments } from '../segments/segment-repo.ts';

/** What uses custom fields, for the given names: one entry for each field. Features above contacts give theirs. */
export type FindFieldUses = (tx: TenantTx, names: readonly string[]) => Promise<FieldUser[]>;
export type FieldUser = FieldUse & { field: string };

/**
 * The fields whose new name would change a value: what is renamed is used.
 * @param rename the value with a field under another name
 */
export function usedFields<T>(
  value: T,
  names: readonly string[],
  rename: (value: T, from: string, to: string) => T,
): string[] {
  const stored = JSON.stringify(value);
  const folded = nameKey(stored);
  // Most names do not occur at all, and renaming copies the whole value.
  const candidates = names.filter((name) => folded.includes(nameKey(JSON.stringify(name).slice(1, -1))));
  return candidates.filter((name) => JSON.stringify(rename(value, name, `${name}\u0001`)) !== stored);
}

/** Where each field of the account is used: segments here, the rest by the other features. */
export async function listFieldUses(
  tx: TenantTx,
  finders: readonly FindFieldUses[],
): Promise<{ name: string; uses: FieldUse[] }[]> {
  const names = (await listFieldRows(tx)).map(({ name }) => name);
  const found: FieldUser[] = (await listSegments(tx)).flatMap(({ id, name, filter }) =>
    filterFieldNames(filter).map((field) => ({ field, kind: 'segment' as const, id, name })),
  );
  for (const find of finders) found.push(...(await find(tx, names)));
  const byField = Map.groupBy(found, ({ field }) => nameKey(field));
  return names.map((name) => ({
    name,
    uses: (byField.get(nameKey(name)) ?? []).map(({ kind, id, name }) => ({ kind, id, name })),
  }));
}
