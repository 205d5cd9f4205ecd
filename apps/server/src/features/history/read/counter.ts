import { said } from '@parley/contract/said';
import type { HistoryCounts } from '@parley/contract/types';
import { type FileRow, isRecord, isSkipped } from './rows.ts';

const mostReasons = 50;

/** What was counted so far, of a file or of a part of what a tool has. */
export class Counter {
  readonly counts: HistoryCounts = { contacts: 0, threads: 0, messages: 0, notes: 0, files: 0, replies: 0 };
  readonly skipped: Record<string, number>;
  readonly #people = new Set<string>();
  /** Those of them with a conversation. */
  readonly #talking = new Set<string>();

  /** @param skipped what was left out before, by reason */
  constructor(skipped: Readonly<Record<string, number>> = {}) {
    this.skipped = { ...skipped };
  }

  add(row: FileRow): void {
    const { counts } = this;
    if (isSkipped(row)) {
      // A reason may name a part of the file: it does not grow without end.
      const reason =
        row.skip in this.skipped || Object.keys(this.skipped).length < mostReasons ? row.skip : said('Other reasons');
      this.skipped[reason] = (this.skipped[reason] ?? 0) + 1;
      return;
    }
    const kind = isRecord(row) ? row.record.type : 'message';
    if (kind === 'message') counts.messages++;
    if (kind === 'note') counts.notes++;
    if (kind === 'saved_reply') counts.replies++;
    if (isRecord(row) && row.record.type !== 'saved_reply') {
      const { type, phone_number: phone } = row.record;
      this.#people.add(phone);
      if (type !== 'contact') this.#talking.add(phone);
    }
    const file = isRecord(row)
      ? row.record.type === 'message' && row.record.file !== undefined
      : row.file !== undefined;
    if (file) counts.files++;
    const ofChat = isRecord(row) ? 0 : 1;
    counts.contacts = Math.max(this.#people.size, ofChat);
    counts.threads = Math.max(this.#talking.size, ofChat);
  }
}

/** What reading left out, for the list of it. */
export function skipsOf(rows: readonly FileRow[]): Array<{ place: string; reason: string; sample: string }> {
  return rows.filter(isSkipped).map(({ no, skip, sample }) => ({ place: String(no), reason: skip, sample }));
}
