import type { AbVariant, NotificationItem, OutputOf } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { findThreads, presentThread } from '../messaging/public.ts';
import type { Visibility } from '../team/public.ts';
import { findAutomations } from './automations-query.ts';
import { findCampaignEvents } from './campaigns-query-repo.ts';
import type { DeviceRow } from './device-repo.ts';
import type { NotificationRow } from './repo.ts';
import { findCauses, findNoteTexts } from './subjects-query.ts';

const textLength = 200;

/** Notifications as their member may read them; those of conversations and broadcasts that they no longer see are left out. */
export async function presentNotifications(
  tx: TenantTx,
  rows: readonly NotificationRow[],
  view: Visibility,
): Promise<NotificationItem[]> {
  const threads = await findThreads(tx, [...new Set(rows.flatMap(({ thread_id }) => thread_id ?? []))]);
  const byId = new Map(threads.map((row) => [row.id, row]));
  const mentions = rows.filter(({ kind }) => kind === 'mention').map(({ subject_id }) => subject_id);
  const notes = mentions.length === 0 ? new Map<string, string>() : await findNoteTexts(tx, mentions);
  const causes = await findCauses(tx, rows);
  const events = await findCampaignEvents(
    tx,
    rows.filter(({ campaign_id }) => campaign_id !== null).map(({ subject_id }) => subject_id),
  );
  const automations = await findAutomations(
    tx,
    rows.flatMap(({ automation_id: id }) => id ?? []),
  );
  return rows.flatMap((row): NotificationItem[] => {
    const common = {
      id: row.id,
      kind: row.kind,
      count: row.count,
      actor_id: row.actor_id,
      in_app: row.in_app,
      at: row.at.toISOString(),
      read_at: row.read_at?.toISOString() ?? null,
    };
    if (row.automation_id !== null) {
      const automation = automations.get(row.automation_id);
      if (automation === undefined) return [];
      return [
        { ...common, thread_id: null, channel_id: null, contact: null, message: null, campaign: null, automation },
      ];
    }
    if (row.thread_id === null) {
      const event = events.get(row.subject_id);
      if (event === undefined || !view.canSeeCampaign(event)) return [];
      const { campaign_id: id, name, kind, detail } = event;
      const text = (key: string) => (typeof detail[key] === 'string' ? String(detail[key]) : null);
      const campaign = {
        id,
        name,
        event: kind,
        reason: text('reason') ?? text('why'),
        variant: variantIn(text('variant')),
      };
      return [
        {
          ...common,
          thread_id: null,
          channel_id: event.channel_id,
          contact: null,
          message: null,
          campaign,
          automation: null,
        },
      ];
    }
    const found = byId.get(row.thread_id);
    if (found === undefined || !view.canSeeThread(found)) return [];
    // Presented as the conversation's message, so that what this member may not see is masked in one place.
    const cause = causes.get(row.id);
    const thread = view.thread(presentThread({ ...found, ...(cause ?? { lm_id: null }) }));
    return [
      {
        ...common,
        thread_id: row.thread_id,
        channel_id: thread.channel_id,
        contact: thread.contact,
        message: inGroup(thread, messageOf(row, thread.last_message, notes)),
        campaign: null,
        automation: null,
      },
    ];
  });
}

/** In a group it says who wrote it. */
function inGroup(
  { group, last_message: last }: ReturnType<typeof presentThread>,
  message: NotificationItem['message'],
): NotificationItem['message'] {
  const sender = group?.participants.find(({ id }) => id === last?.sender_id)?.name ?? '';
  if (message === null || message.type === 'note' || sender === '') return message;
  return { ...message, text: `${sender}: ${message.text ?? ''}`.slice(0, textLength) };
}

const variantIn = (text: string | null): AbVariant | null => (text === 'A' || text === 'B' ? text : null);

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
  return body.replaceAll(/@\[([^[\]]*)\]\((?:user|group):[^()]*\)/g, '@$1').slice(0, textLength);
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
