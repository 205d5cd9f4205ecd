import { historyRecord } from '@parley/contract/history-records';
import { issueText } from '@parley/contract/issue-text';
import { type RecordRow, type SkippedRow, sampleOf } from './rows.ts';

/** The records of our own format, one a line; what is none is said with its reason. */
export async function* readRecords(lines: AsyncIterable<string>): AsyncGenerator<RecordRow | SkippedRow> {
  let no = 0;
  for await (const line of lines) {
    no++;
    const text = line.replace(/^\ufeff/, '').trim();
    if (text === '') continue;
    yield readRecord(text, no);
  }
}

function readRecord(text: string, no: number): RecordRow | SkippedRow {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { no, skip: 'The line is not JSON', sample: sampleOf(text) };
  }
  return toRow(no, value, text);
}

/** A value as a record, or why it is none. @param text what is shown of one that is left out */
export function toRow(no: number, value: unknown, text: string): RecordRow | SkippedRow {
  const { data, error } = historyRecord.safeParse(value, { error: issueText });
  if (error !== undefined) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') ?? '';
    const said = issue?.message ?? 'The line is not valid';
    return { no, skip: place === '' ? said : `${place}: ${said}`, sample: sampleOf(text) };
  }
  if (data.type === 'message' && data.text === undefined && data.file === undefined && data.location === undefined)
    return { no, skip: 'The message is empty', sample: sampleOf(text) };
  return { no, record: data };
}
