import { Readable } from 'node:stream';
import type { CampaignFailure, CampaignRecipient, MessageError, RecipientState } from '@parley/contract/types';
import { csvLine, csvMark } from '../../platform/http/csv.ts';
import type { FailureRow, RecipientRow } from './recipient-repo.ts';
import type { CampaignRow } from './repo.ts';

const unknownWords = {
  message: 'Nobody knows whether WhatsApp got this message.',
  next_step: 'If it arrives, that is noted by itself. Send it again only when getting it twice does no harm.',
};
const otherWords = {
  message: 'WhatsApp did not take this message.',
  next_step: 'Open the conversation to see what became of it.',
};
const day = 24 * 3_600_000;

/** What went wrong, in the words that the message carries. */
function wordsOf(state: RecipientState, error: MessageError | null) {
  if (error !== null) {
    const { message, next_step, provider_code } = error;
    return { message, next_step, ...(provider_code === undefined ? {} : { provider_code }) };
  }
  return state === 'UNKNOWN' ? unknownWords : otherWords;
}

const wrong: readonly RecipientState[] = ['FAILED', 'CAPPED', 'UNKNOWN'];

export function presentRecipient(row: RecipientRow): CampaignRecipient {
  const { contact_id, name, phone_number, state, reason, error, message_id, thread_id, attempt, values, tapped } = row;
  return {
    contact_id,
    name,
    phone_number,
    state,
    ...(reason === null ? {} : { reason }),
    ...(wrong.includes(state) ? { error: wordsOf(state, error) } : {}),
    ...(message_id === null ? {} : { message_id }),
    ...(thread_id === null ? {} : { thread_id }),
    attempt,
    values,
    sent_at: row.sent_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    read_at: row.read_at?.toISOString() ?? null,
    replied_at: row.replied_at?.toISOString() ?? null,
    tapped,
  };
}

export function presentFailure(
  { state, reason, error, count, last_at }: FailureRow,
  row: CampaignRow,
): CampaignFailure {
  const { message, next_step } = wordsOf(state, error);
  // Somebody who got enough marketing may be written to again after a day at the earliest.
  const since = last_at ?? row.started_at;
  const retryAfter = state === 'CAPPED' && since !== null ? new Date(since.getTime() + day).toISOString() : null;
  return {
    state,
    reason,
    provider_code: error?.provider_code ?? null,
    message,
    next_step,
    count,
    retry_after: retryAfter,
  };
}

const columns = [
  'Name',
  'Phone number',
  'State',
  'Reason',
  'What happened',
  'What to do',
  'Attempts',
  'Sent at',
  'Delivered at',
  'Read at',
  'Replied at',
  'Button',
];

/**
 * Recipients as CSV.
 * @param slots variables of the template, each a column
 * @param read the next people as the reader may see them; empty at the end
 */
export function recipientsFile(
  slots: readonly string[],
  first: readonly CampaignRecipient[],
  read: () => Promise<readonly CampaignRecipient[]>,
): Readable {
  const lineOf = (row: CampaignRecipient) =>
    csvLine([
      row.name,
      row.phone_number === null ? (row.phone_masked ?? '') : `+${row.phone_number}`,
      row.state,
      row.reason ?? '',
      row.error?.message ?? '',
      row.error?.next_step ?? '',
      String(row.attempt),
      row.sent_at ?? '',
      row.delivered_at ?? '',
      row.read_at ?? '',
      row.replied_at ?? '',
      row.tapped ?? '',
      ...slots.map((key) => row.values[key] ?? ''),
    ]);
  async function* lines(): AsyncGenerator<string> {
    yield csvMark + csvLine([...columns, ...slots]);
    for (let page = first; page.length > 0; page = await read()) yield page.map(lineOf).join('');
  }
  return Readable.from(lines(), { objectMode: false });
}
