import { cleanName } from '@parley/contract/names';
import { isReservedName } from '@parley/contract/variables';
import { toRow } from '../read/read-records.ts';
import type { RecordRow, SkippedRow } from '../read/rows.ts';

/** What a thing of a tool becomes, before it has a number. */
export type Draft = { record: Record<string, unknown>; sample: string } | { skip: string; sample: string };

/** @param from the number of the row before */
export function numbered(drafts: readonly Draft[], from: number): Array<RecordRow | SkippedRow> {
  return drafts.map((draft, index) => {
    const no = from + index + 1;
    return 'skip' in draft ? { no, ...draft } : toRow(no, draft.record, draft.sample);
  });
}

const mostFields = 200;
const mostName = 40;
const mostValue = 2_000;

/** Custom fields of a contact. @param pairs names and values as the tool has them; what is no text, number or choice is left out */
export function fieldsOf(pairs: ReadonlyArray<readonly [string, unknown]>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [given, value] of pairs.slice(0, mostFields)) {
    const name = cleanName(cleanName(given).slice(0, mostName).toWellFormed());
    const text = textOfValue(value).trim().slice(0, mostValue).toWellFormed();
    if (name !== '' && text !== '' && !isReservedName(name)) fields[name] = text;
  }
  return fields;
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.map(textOfValue).filter(Boolean).join(', ') : '';
}

/** The name of a file by its address. */
export function fileNameOf(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, 300);
  } catch {
    return last.slice(0, 300);
  }
}
