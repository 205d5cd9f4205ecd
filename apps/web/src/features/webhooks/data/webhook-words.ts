import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { EventType, Webhook } from '@parley/contract/types';

/** What each event tells, in the order they are offered. */
export const eventWords: Record<EventType, MessageDescriptor> = {
  'message.received': msg`A customer wrote a message`,
  'message.sent': msg`A message was sent by the team, a broadcast or the API`,
  'message.status': msg`A message was delivered, read or failed, or got a reaction`,
  'thread.changed': msg`A conversation was assigned, marked as done or changed`,
  'contact.changed': msg`A contact was added, changed or deleted`,
  'campaign.changed': msg`A broadcast started, ended or made progress`,
  'template.changed': msg`A template was approved, rejected or changed`,
};
export const eventTypes = Object.keys(eventWords) as EventType[];

/** Those that WhatsApp's own format has. */
export const cloudApiEvents: EventType[] = ['message.received', 'message.sent', 'message.status'];

/** The name of a webhook, else its host. */
export function webhookName({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return name ?? URL.parse(url)?.host ?? url;
}

export type WebhookHealth = 'working' | 'failing' | 'paused';

export function webhookHealth({ state, failing_since: failingSince }: Webhook): WebhookHealth {
  if (state === 'paused') return 'paused';
  return failingSince === null ? 'working' : 'failing';
}

/** What several webhooks did together, and the worst state among them. */
export function summarizeWebhooks(rows: readonly Webhook[]): {
  health: WebhookHealth | null;
  delivered: number;
  failed: number;
} {
  const states = rows.map(webhookHealth);
  const paused = rows.find(({ state, pause_reason: reason }) => state === 'paused' && reason !== 'manual');
  const worst = states.includes('failing') ? 'failing' : paused || !states.includes('working') ? 'paused' : 'working';
  return {
    health: rows.length === 0 ? null : worst,
    delivered: rows.reduce((sum, row) => sum + row.last_24h.delivered, 0),
    failed: rows.reduce((sum, row) => sum + row.last_24h.failed, 0),
  };
}
