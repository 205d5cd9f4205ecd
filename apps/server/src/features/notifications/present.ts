import type { NotificationItem, OutputOf } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { findThreads, presentThread } from '../messaging/public.ts';
import type { Visibility } from '../team/public.ts';
import type { DeviceRow } from './device-repo.ts';
import type { NotificationRow } from './repo.ts';
import { findNoteTexts } from './subjects-query.ts';

const textLength = 200;

/** Notifications as their member may read them; those of conversations that they no longer see are left out. */
export async function presentNotifications(
  tx: TenantTx,
  rows: readonly NotificationRow[],
  view: Visibility,
): Promise<NotificationItem[]> {
  const threads = await findThreads(tx, [...new Set(rows.map(({ thread_id }) => thread_id))]);
  const byId = new Map(threads.map((row) => [row.id, row]));
  const mentions = rows.filter(({ kind }) => kind === 'mention').map(({ subject_id }) => subject_id);
  const notes = mentions.length === 0 ? new Map<string, string>() : await findNoteTexts(tx, mentions);
  return rows.flatMap((row): NotificationItem[] => {
    const found = byId.get(row.thread_id);
    if (found === undefined || !view.canSeeThread(found)) return [];
    const thread = view.thread(presentThread(found));
    return [
      {
        id: row.id,
        kind: row.kind,
        thread_id: row.thread_id,
        channel_id: thread.channel_id,
        contact: thread.contact,
        count: row.count,
        actor_id: row.actor_id,
        message: messageOf(row, thread.last_message, notes),
        in_app: row.in_app,
        at: row.at.toISOString(),
        read_at: row.read_at?.toISOString() ?? null,
      },
    ];
  });
}

function messageOf(
  row: NotificationRow,
  last: ReturnType<typeof presentThread>['last_message'],
  notes: ReadonlyMap<string, string>,
): NotificationItem['message'] {
  if (row.kind === 'mention') {
    const text = notes.get(row.subject_id);
    if (text === undefined) return null;
    return { type: 'note', text: plainNote(text) };
  }
  return last === null ? null : { type: last.type, text: last.preview?.slice(0, textLength) ?? null };
}

/** A note's text with names in place of its mention marks. */
export function plainNote(body: string): string {
  return body.replaceAll(/@\[([^\]]*)\]\((?:user|group):[^)]*\)/g, '@$1').slice(0, textLength);
}

export function presentDevice(row: DeviceRow): OutputOf<'POST /api/push-devices'> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    created_at: row.created_at.toISOString(),
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    last_error: row.last_error,
  };
}
