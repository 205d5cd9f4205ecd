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

/** The name of a file by its address. */
export function fileNameOf(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, 300);
  } catch {
    return last.slice(0, 300);
  }
}
