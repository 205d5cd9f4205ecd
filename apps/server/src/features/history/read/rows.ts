import type { HistoryRecord } from '@parley/contract/types';
import type { WrittenTime } from './chat-dates.ts';
import type { ChatContent } from './chat-line.ts';

/** A message of a chat export, as it stands there. */
export type ChatRow = {
  /** The line of the file. */
  no: number;
  written: WrittenTime;
  /** Which of the messages with this time it is, from 0: what two exports of a chat share has the same. */
  nth: number;
  name: string;
} & ChatContent;

/** A record of our own format. */
export type RecordRow = { no: number; record: HistoryRecord };

/** What can't be imported, found while the file was read. */
export type SkippedRow = { no: number; skip: string; sample: string };

export type FileRow = ChatRow | RecordRow | SkippedRow;

export const isSkipped = (row: FileRow): row is SkippedRow => 'skip' in row;
export const isRecord = (row: FileRow): row is RecordRow => 'record' in row;

const sampleLength = 120;

export function sampleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > sampleLength ? `${line.slice(0, sampleLength).toWellFormed()}…` : line;
}
