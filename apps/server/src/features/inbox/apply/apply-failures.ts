import { type ClassifiedError, classifyError } from '@parley/whatsapp-client';
import type { Executor } from '../../../platform/db/sql.ts';
import type { NewChange } from '../../sync/public.ts';
import type { StatusFold } from './fold-status.ts';
import { contactOfMessage } from './message-repo.ts';
import { identityOf } from './reach.ts';
import { markReach, type ReachMark } from './reach-repo.ts';
import { changeToldChannel, setChannelFact, setSuppression, tellTemplateOfMessage } from './update-repo.ts';

/** A send that failed, with what its error says about more than the message. */
export type Failure = {
  clientId: string;
  channelId: string;
  /** Ours; null when the status did not carry it. */
  messageId: string | null;
  providerId: string | null;
  error: ClassifiedError;
  at: Date;
};

/** What failed sends say about their channel, template or customer takes its effect; a repetition has none. */
export async function applyFailures(tx: Executor, folds: readonly StatusFold[]): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const fold of folds) {
    if (!fold.failed || fold.failure === null) continue;
    const error = classifyError(null, fold.failure);
    if (!error.pausesChannel && error.effect === null) continue;
    const at = fold.events.find((event) => event.rank === -1)?.at ?? new Date();
    const { clientId, channelId } = fold.channel;
    changes.push(
      ...(await applyFailure(tx, {
        clientId,
        channelId,
        messageId: fold.ourId,
        providerId: fold.providerId,
        error,
        at,
      })),
    );
  }
  return changes;
}

/** What an error says of the one it was to go to. */
const reachOf: Partial<Record<NonNullable<ClassifiedError['effect']>, ReachMark['state']>> = {
  marketing_capped: 'marketing_capped',
  number_suspect: 'not_on_whatsapp',
};

/** @returns the changes of channel, template, contact and conversation */
export async function applyFailure(tx: Executor, failure: Failure): Promise<NewChange[]> {
  const { clientId, channelId, error, at } = failure;
  const { effect } = error;
  const changes: NewChange[] = [];
  if (error.pausesChannel || effect === 'stop_broadcasts' || effect === 'slow_number') {
    const fact = { name: `trouble:${error.code}`, value: error.title, active: true, endsAt: null, at };
    const isNews = await setChannelFact(tx, clientId, channelId, { ...fact, detail: error.provider });
    const pause = { state: 'pause', reason: error.title, pace: null } as const;
    const version = isNews && error.pausesChannel ? await changeToldChannel(tx, clientId, channelId, pause) : null;
    if (version !== null)
      changes.push({ clientId, collection: 'channels', id: channelId, marker: 'MODIFIED', version });
  }
  const isOfTemplate = effect === 'template_paused' || effect === 'template_disabled';
  const reach = effect === null ? undefined : reachOf[effect];
  if (!isOfTemplate && effect !== 'opt_out' && reach === undefined) return changes;
  const message = await contactOfMessage(tx, failure);
  if (message === null) return changes;
  if (reach !== undefined) {
    const identity = identityOf(message);
    const mark = { clientId, messageId: message.id, state: reach, at };
    const thread = identity === null ? null : await markReach(tx, { ...mark, ...identity });
    if (thread !== null) {
      changes.push({ clientId, collection: 'threads', id: thread.id, marker: 'MODIFIED', version: thread.version });
    }
    return changes;
  }
  if (effect === 'opt_out') {
    const { contact_id: contactId } = message;
    const wish = { clientId, contactId, source: 'provider', active: true, detail: error.title, at } as const;
    const version = await setSuppression(tx, wish);
    if (version !== null)
      changes.push({ clientId, collection: 'contacts', id: contactId, marker: 'MODIFIED', version });
    return changes;
  }
  const status = effect === 'template_paused' ? 'PAUSED' : 'DISABLED';
  const told = await tellTemplateOfMessage(tx, clientId, message.id, status, at);
  if (told !== null) {
    changes.push({ clientId, collection: 'templates', id: told.id, marker: 'MODIFIED', version: told.version });
  }
  return changes;
}
