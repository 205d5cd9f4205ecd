import { classifyError } from '@parley/whatsapp-client';
import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { ensurePeople, personKey } from '../../contacts/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { ToldUpdate } from './interpret-updates.ts';
import type { Preference } from './meaning.ts';
import { newsOf } from './template-news.ts';
import { type Effect, effectOfAccount, effectOfNumber } from './told-effects.ts';
import { changeToldChannel, setChannelFact, setSuppression, tellTemplate } from './update-repo.ts';

/** Lets what WhatsApp told about accounts, numbers and templates take its effect; a repetition has none. */
export async function applyUpdates(tx: Executor, updates: readonly ToldUpdate[]): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const told of updates) {
    if (told.update.kind === 'template') changes.push(...(await applyTemplate(tx, told, told.update)));
    else {
      for (const { clientId, channelId } of told.channels) {
        for (const effect of effectsOf(told))
          changes.push(...(await applyEffect(tx, clientId, channelId, effect, told.at)));
      }
    }
  }
  return changes;
}

async function applyTemplate(
  tx: Executor,
  { channels, wabaId, at }: ToldUpdate,
  update: Extract<ToldUpdate['update'], { kind: 'template' }>,
): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const clientId of new Set(channels.map((channel) => channel.clientId))) {
    const row = await tellTemplate(tx, { client_id: clientId, id: newId(), waba_id: wabaId, ...newsOf(update, at) });
    if (row === null) continue;
    const { id, version, made } = row;
    changes.push({ clientId, collection: 'templates', id, marker: made ? 'NEW' : 'MODIFIED', version });
  }
  return changes;
}

function effectsOf({ update }: ToldUpdate): Effect[] {
  if (update.kind === 'template') return [];
  if (update.kind === 'trouble') {
    const error = classifyError(null, update.error);
    const name = `trouble:${error.code ?? 'unknown'}`;
    return [{ name, value: error.title, detail: update.error, pause: error.pausesChannel ? error.title : undefined }];
  }
  if (update.kind === 'number_quality' || update.kind === 'number_name' || update.kind === 'security') {
    return effectOfNumber(update);
  }
  return effectOfAccount(update);
}

async function applyEffect(
  tx: Executor,
  clientId: string,
  channelId: string,
  effect: Effect,
  at: Date,
): Promise<NewChange[]> {
  const { name, value, active = true, detail = null, endsAt = null, pause, resume, pace = null } = effect;
  const isNews = await setChannelFact(tx, clientId, channelId, { name, value, active, detail, endsAt, at });
  if (!isNews) return [];
  const state = pause !== undefined ? 'pause' : resume === true ? 'resume' : null;
  const version = await changeToldChannel(tx, clientId, channelId, { state, reason: pause ?? '', pace });
  return version === null ? [] : [{ clientId, collection: 'channels', id: channelId, marker: 'MODIFIED', version }];
}

/** Notes who wants no marketing any more, or wants it again; people who are not known yet become contacts. */
export async function applyPreferences(tx: Executor, preferences: readonly Preference[]): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const { person, wants, detail, at } of preferences) {
    const { contactIds, changes: made } = await ensurePeople(tx, [person], newId);
    changes.push(...made.map((change): NewChange => ({ ...change, collection: 'contacts' })));
    const contactId = contactIds.get(personKey(person));
    if (contactId === undefined) continue;
    const { clientId } = person;
    const wish = { clientId, contactId, source: 'platform' as const, active: !wants, detail, at };
    const version = await setSuppression(tx, wish);
    if (version !== null)
      changes.push({ clientId, collection: 'contacts', id: contactId, marker: 'MODIFIED', version });
  }
  return changes;
}
