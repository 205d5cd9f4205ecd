import { classifyError } from '@parley/whatsapp-client';
import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { setChannelFact, updateChannelFromProvider } from '../../channels/public.ts';
import { ensureContacts, identityKey, setSuppression } from '../../contacts/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { applyTemplateUpdate } from '../../templates/public.ts';
import type { RoutedUpdate } from '../normalize/normalize-updates.ts';
import type { OptInPreference } from '../normalize/normalized-events.ts';
import {
  type ChannelEffect,
  effectsOfAccountUpdate,
  effectsOfNumberUpdate,
  isNumberUpdate,
} from './channel-effects.ts';
import { templateUpdateRow } from './template-updates.ts';

/** Applies WhatsApp's updates of accounts, numbers and templates; repeating one changes nothing. */
export async function applyUpdates(tx: Executor, updates: readonly RoutedUpdate[]): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const routed of updates) {
    if (routed.update.kind === 'template') changes.push(...(await applyTemplate(tx, routed, routed.update)));
    else {
      for (const { clientId, channelId } of routed.channels) {
        for (const effect of effectsOf(routed))
          changes.push(...(await applyEffect(tx, clientId, channelId, effect, routed.at)));
      }
    }
  }
  return changes;
}

async function applyTemplate(
  tx: Executor,
  { channels, wabaId, at }: RoutedUpdate,
  update: Extract<RoutedUpdate['update'], { kind: 'template' }>,
): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const clientId of new Set(channels.map((channel) => channel.clientId))) {
    const row = await applyTemplateUpdate(tx, {
      client_id: clientId,
      id: newId(),
      waba_id: wabaId,
      ...templateUpdateRow(update, at),
    });
    if (row === null) continue;
    const { id, version, made } = row;
    changes.push({ clientId, collection: 'templates', id, marker: made ? 'NEW' : 'MODIFIED', version });
  }
  return changes;
}

function effectsOf({ update }: RoutedUpdate): ChannelEffect[] {
  if (update.kind === 'template') return [];
  if (update.kind === 'trouble') {
    const error = classifyError(null, update.error);
    const name = `trouble:${error.code ?? 'unknown'}`;
    return [{ name, value: error.title, detail: update.error, pause: error.pausesChannel ? error.title : undefined }];
  }
  return isNumberUpdate(update) ? effectsOfNumberUpdate(update) : effectsOfAccountUpdate(update);
}

async function applyEffect(
  tx: Executor,
  clientId: string,
  channelId: string,
  effect: ChannelEffect,
  at: Date,
): Promise<NewChange[]> {
  const { name, value, active = true, detail = null, endsAt = null, pause, resume, pace = null } = effect;
  const isNew = await setChannelFact(tx, clientId, channelId, { name, value, active, detail, endsAt, at });
  if (!isNew) return [];
  const state = pause !== undefined ? 'pause' : resume === true ? 'resume' : null;
  const version = await updateChannelFromProvider(tx, clientId, channelId, { state, reason: pause ?? '', pace });
  return version === null ? [] : [{ clientId, collection: 'channels', id: channelId, marker: 'MODIFIED', version }];
}

/** Stores opt-outs from marketing and opt-ins; unknown senders become contacts. */
export async function applyOptInPreferences(
  tx: Executor,
  preferences: readonly OptInPreference[],
): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const { contact, wants, detail, at } of preferences) {
    const { contactIds, changes: made } = await ensureContacts(tx, [contact], newId);
    changes.push(...made.map((change): NewChange => ({ ...change, collection: 'contacts' })));
    const contactId = contactIds.get(identityKey(contact));
    if (contactId === undefined) continue;
    const { clientId } = contact;
    const suppression = { clientId, contactId, source: 'platform' as const, active: !wants, detail, at };
    const version = await setSuppression(tx, suppression);
    if (version !== null)
      changes.push({ clientId, collection: 'contacts', id: contactId, marker: 'MODIFIED', version });
  }
  return changes;
}
