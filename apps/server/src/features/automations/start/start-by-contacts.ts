import type { Flow } from '@parley/contract/types';
import { plainWords } from '@parley/contract/words';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { findContacts } from '../../contacts/public.ts';
import { ensureThreads, findSendChannel, threadKey } from '../../messaging/public.ts';
import { addChanges } from '../../sync/public.ts';
import { findThreadOfContact, type Place } from '../facts/contact-place-query.ts';
import { findPlaces } from '../facts/context.ts';
import { type LiveAutomation, listLive } from '../facts/live-query.ts';
import { insertRuns, type NewRun } from '../facts/run-repo.ts';
import { savedFrom } from '../steps/body-variables.ts';
import { type ContactEvent, takeEvents } from './contact-events-repo.ts';
import { isAllowedToStart, newRun } from './start-runs.ts';

const atOnce = 200;

type ContactTrigger = Extract<Flow['trigger'], { kind: ContactEvent['kind'] }>;

/**
 * Starts runs for events of contacts, which are taken in the same transaction.
 * @returns whether there may be more, and whether anything is due now
 */
export async function startByContacts(tx: TenantTx): Promise<{ more: boolean; due: boolean }> {
  const events = await takeEvents(tx, atOnce);
  if (events.length === 0) return { more: false, due: false };
  const live = await listLive(tx);
  let due = false;
  for (const event of events) {
    // One after the other: the next one sees what this one started.
    const started = await insertRuns(tx, await runsFor(tx, live, event));
    due ||= started.length > 0;
  }
  return { more: events.length === atOnce, due };
}

/** The first automation that matches; those after it only where it passes the event on. */
async function runsFor(tx: TenantTx, live: readonly LiveAutomation[], event: ContactEvent): Promise<NewRun[]> {
  const runs: NewRun[] = [];
  for (const automation of live) {
    const { trigger } = automation.flow;
    if (event.at <= automation.on_since || event.caused_by === automation.id) continue;
    if (!isContactTrigger(trigger) || trigger.kind !== event.kind) continue;
    if (automation.listens_to !== event.subject || !isWantedValue(trigger, event)) continue;
    const place = await findPlace(tx, automation.flow, trigger, event.contact_id);
    const run = runOf(automation, trigger, event, place);
    if (place === null) {
      run.ended = { state: 'STOPPED', reason: 'no_conversation' };
    } else {
      const starting = { threadId: place.id, incoming: null, variables: run.variables ?? {} };
      if (!(await isAllowedToStart(tx, automation, starting, await findPlaces(tx, [place.id])))) continue;
    }
    runs.push(run);
    if (!automation.flow.settings.pass_on) break;
  }
  return runs;
}

function isContactTrigger(trigger: Flow['trigger']): trigger is ContactTrigger {
  return trigger.kind === 'field_changed' || trigger.kind === 'list_joined' || trigger.kind === 'incoming_webhook';
}

function isWantedValue(trigger: ContactTrigger, { value }: ContactEvent): boolean {
  if (trigger.kind !== 'field_changed' || trigger.value === '') return true;
  return plainWords(trigger.value) === plainWords(value);
}

function runOf(
  automation: LiveAutomation,
  trigger: ContactTrigger,
  { id, contact_id: contactId, value }: ContactEvent,
  place: Place | null,
): NewRun {
  const at = { threadId: place?.id ?? null, channelId: place?.channel_id ?? null };
  const shown = trigger.kind === 'field_changed' ? { name: trigger.name, value } : {};
  const run = newRun(automation, { ...at, key: `contact_event:${id}`, messageId: null }, shown);
  const variables = trigger.kind === 'incoming_webhook' ? savedFrom(trigger, value) : {};
  return { ...run, contactId, variables };
}

/** A conversation is begun only for the call of a webhook whose flow sends something. */
async function findPlace(tx: TenantTx, flow: Flow, trigger: ContactTrigger, contactId: string): Promise<Place | null> {
  const { channel_id: channelId } = trigger;
  const found = await findThreadOfContact(tx, contactId, channelId);
  if (found !== null || trigger.kind !== 'incoming_webhook' || channelId === null) return found;
  const sends = flow.steps.some(({ kind }) => kind === 'ask' || kind.startsWith('send_'));
  const [contact] = sends ? await findContacts(tx, [contactId]) : [];
  const channel = contact === undefined ? null : await findSendChannel(tx, channelId);
  if (contact?.phone_number == null || channel === null || (contact.sandbox && !channel.sandbox)) return null;
  const wanted = { clientId: tx.clientId, channelId, contactId, toPhone: contact.phone_number, toUserId: null };
  const { threadIds, made } = await ensureThreads(tx, [wanted], newId);
  const id = threadIds.get(threadKey(wanted));
  if (id === undefined) throw new Error('a thread could not be made');
  if (made.has(id)) await addChanges(tx, [{ collection: 'threads', id, marker: 'NEW', version: 1 }]);
  return { id, channel_id: channelId };
}
