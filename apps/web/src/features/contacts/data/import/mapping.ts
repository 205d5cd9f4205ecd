import { nameKey } from '@parley/contract/names';
import type { ColumnMapping, ContactImport, ImportProblem } from '@parley/contract/types';

export type ImportColumn = ContactImport['columns'][number];

/** The choice of a custom field that does not exist yet. */
export const newField = 'new';

/** Whether two names mean the same custom field. */
export function isSameField(one: string, other: string | undefined): boolean {
  return nameKey(one) === nameKey(other ?? '');
}

/** @param choice a target, `field:<name>` or `newField` */
export function mappingOfChoice(choice: string, column: Pick<ImportColumn, 'name'>): ColumnMapping {
  if (choice.startsWith('field:')) return { target: 'field', field: choice.slice(6) };
  switch (choice) {
    case 'phone':
    case 'phone_code':
    case 'name':
    case 'first_name':
    case 'last_name':
    case 'lists':
    case 'opted_in_at':
    case 'opt_in_source':
    case 'opted_out_at':
      return { target: choice };
    case newField:
      return { target: 'field', field: column.name.slice(0, 40).trim() };
    default:
      return { target: 'ignore' };
  }
}

/** The index of the column a problem is about: of the phone number, or of the field; the one that has a value first. */
export function problemColumn(
  { field, values }: Pick<ImportProblem, 'field' | 'values'>,
  mapping: readonly ColumnMapping[],
): number {
  const indexes = mapping.flatMap((column, index) =>
    (
      field === null || field === 'phone_number'
        ? column.target === 'phone'
        : column.target === field || column.field === field
    )
      ? [index]
      : [],
  );
  return indexes.find((index) => (values[index] ?? '').trim() !== '') ?? indexes[0] ?? 0;
}

/** The name in a row of the file: of the name column, else first and last name. */
export function nameInRow(values: readonly string[], mapping: readonly ColumnMapping[]): string {
  const of = (...targets: ColumnMapping['target'][]) =>
    mapping
      .flatMap(({ target }, index) => (targets.includes(target) ? [values[index] ?? ''] : []))
      .filter((cell) => cell.trim() !== '');
  return of('name')[0] ?? of('first_name', 'last_name').join(' ');
}
