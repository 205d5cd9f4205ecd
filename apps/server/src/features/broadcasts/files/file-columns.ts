import { campaignFileLimits } from '@parley/contract/campaign-files';
import { FileProblem, suggestMapping } from '../../imports/public.ts';
import type { FileColumn, FileRow } from './file-repo.ts';

/** The columns that are no variables alone. */
export type FilePlaces = Pick<FileRow, 'phone_column' | 'code_column' | 'name_column'>;

const samplesShown = 5;

/**
 * Names and samples of columns, and which of them are the number and the name.
 * @param chosen what a member chose; null: as the file suggests
 * @param country ISO code, for numbers without a country code
 * @throws FileProblem
 */
export function describeFileColumns(
  header: readonly string[] | null,
  firstRows: readonly string[][],
  chosen: FilePlaces,
  country: string,
): { columns: FileColumn[]; places: FilePlaces } {
  const width = Math.max(header?.length ?? 0, ...firstRows.map((cells) => cells.length));
  if (width > campaignFileLimits.columns) {
    throw new FileProblem(`This file has more than ${campaignFileLimits.columns} columns.`);
  }
  const names = uniqueNames(
    Array.from({ length: width }, (_none, at) => (header?.[at] ?? '').trim().slice(0, 190) || `Column ${at + 1}`),
  );
  const columns = names.map((name, at) => ({
    name,
    samples: firstRows.map((cells) => (cells[at] ?? '').trim().slice(0, 200)).filter((cell) => cell !== ''),
  }));
  const suggested = suggestMapping(columns, country, []);
  const placeOf = (target: string) => {
    const at = suggested.findIndex(({ suggestion }) => suggestion.target === target);
    return at === -1 ? null : at;
  };
  const name = placeOf('name') ?? placeOf('first_name');
  return {
    columns: columns.map(({ name, samples }) => ({ name, samples: samples.slice(0, samplesShown) })),
    places: {
      phone_column: chosen.phone_column ?? placeOf('phone'),
      code_column: chosen.code_column ?? (chosen.phone_column === null ? placeOf('phone_code') : null),
      name_column: chosen.name_column ?? (chosen.phone_column === null ? name : null),
    },
  };
}

/** Variables name a column, so each has a name of its own. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let count = 2; taken.has(own); count += 1) own = `${name} (${count})`;
    taken.add(own);
    return own;
  });
}
