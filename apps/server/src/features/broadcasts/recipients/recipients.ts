import type { CampaignFailure, CampaignRecipient, MessageError, RecipientState } from '@parley/contract/types';
import type { TableRows } from '../../../platform/table-file/table-file.ts';
import type { Cell } from '../../../platform/table-file/workbook.ts';
import type { CampaignRow } from '../core/repo.ts';
import type { FailureRow, RecipientRow } from './recipient-repo.ts';

const unknownProblem = {
  message: 'It is unknown whether WhatsApp received this message.',
  next_step: 'Its status updates if it arrives. Retry only if receiving it twice does no harm.',
};
const otherProblem = {
  message: 'WhatsApp did not accept this message.',
  next_step: 'Open the conversation for details.',
};
const day = 24 * 3_600_000;

/** The problem as the message reports it. */
function problemOf(state: RecipientState, error: MessageError | null) {
  if (error !== null) {
    const { message, next_step, provider_code } = error;
    return { message, next_step, ...(provider_code === undefined ? {} : { provider_code }) };
  }
  return state === 'UNKNOWN' ? unknownProblem : otherProblem;
}

const failedStates: readonly RecipientState[] = ['FAILED', 'CAPPED', 'UNKNOWN'];

export function presentRecipient(row: RecipientRow): CampaignRecipient {
  const { contact_id, name, phone_number, state, reason, error, message_id, thread_id, attempt, values, tapped } = row;
  return {
    contact_id,
    name,
    phone_number,
    state,
    ...(reason === null ? {} : { reason }),
    ...(failedStates.includes(state) ? { error: problemOf(state, error) } : {}),
    ...(message_id === null ? {} : { message_id }),
    ...(thread_id === null ? {} : { thread_id }),
    attempt,
    variant: row.variant,
    time_zone: row.time_zone,
    retry_at: row.retry_at?.toISOString() ?? null,
    due_at: row.due_at?.toISOString() ?? null,
    values,
    sent_at: row.sent_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    read_at: row.read_at?.toISOString() ?? null,
    replied_at: row.replied_at?.toISOString() ?? null,
    tapped,
    opened_at: row.opened_at?.toISOString() ?? null,
  };
}

export function presentFailure(
  { state, reason, error, count, last_at }: FailureRow,
  row: CampaignRow,
): CampaignFailure {
  const { message, next_step } = problemOf(state, error);
  // WhatsApp's marketing limit for a customer lasts a day at least.
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
  'Next steps',
  'Attempts',
  'Variant',
  'Sent at',
  'Delivered at',
  'Read at',
  'Replied at',
  'Button',
  'Link opened at',
];

/**
 * Recipients as a table.
 * @param variables variables of the template, each a column
 * @param read the next recipients, as visible to the reader; empty at the end
 */
export function recipientsTable(
  variables: readonly string[],
  first: readonly CampaignRecipient[],
  read: () => Promise<readonly CampaignRecipient[]>,
): TableRows {
  const cellsOf = (row: CampaignRecipient): Cell[] => [
    row.name,
    row.phone_number === null ? (row.phone_masked ?? '') : `+${row.phone_number}`,
    row.state,
    row.reason ?? '',
    row.error?.message ?? '',
    row.error?.next_step ?? '',
    row.attempt,
    row.variant ?? '',
    row.sent_at ?? '',
    row.delivered_at ?? '',
    row.read_at ?? '',
    row.replied_at ?? '',
    row.tapped ?? '',
    row.opened_at ?? '',
    ...variables.map((key) => row.values[key] ?? ''),
  ];
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [[...columns, ...variables]];
    for (let page = first; page.length > 0; page = await read()) yield page.map(cellsOf);
  }
  return rows();
}
