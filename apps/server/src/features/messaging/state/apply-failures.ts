import { type ClassifiedError, classifyError } from '@parley/whatsapp-client';
import type { Executor } from '../../../platform/db/sql.ts';
import { pauseAccountChannels, setChannelFact, updateChannelFromProvider } from '../../channels/public.ts';
import { type Reachability, setSuppression } from '../../contacts/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { enqueueTemplateSync, setTemplateStatus } from '../../templates/public.ts';
import { findRecipientOfMessage } from '../threads/incoming-repo.ts';
import { closeWindow } from '../threads/thread-repo.ts';
import type { StatusFold } from './fold-status.ts';
import { applyReachability } from './reachability.ts';

/** A failed send whose error may concern its channel, template or recipient. */
export type Failure = {
  clientId: string;
  channelId: string;
  /** Ours; null when the status did not carry it. */
  messageId: string | null;
  providerId: string | null;
  error: ClassifiedError;
  at: Date;
};

/** Applies the effects of failed sends on their channel, template or recipient; repeating it changes nothing. */
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

type Effect = NonNullable<ClassifiedError['effect']>;
type Apply = (tx: Executor, failure: Failure) => Promise<NewChange[]>;

/** What each effect of an error does, beyond the fact about the channel. */
export const effects: Readonly<Record<Effect, Apply>> = {
  blocked_by_us: reaches('blocked_by_us'),
  marketing_capped: reaches('marketing_capped'),
  number_suspect: reaches('not_on_whatsapp'),
  opt_out: applyOptOut,
  pause_waba: pauseAccount,
  reverify_identity: reaches('identity_changed'),
  // The channel's queue and the broadcasts read the fact.
  slow_number: async () => [],
  stop_broadcasts: async () => [],
  template_disabled: setsTemplate('DISABLED'),
  template_paused: setsTemplate('PAUSED'),
  template_resync: async (tx, failure) => {
    await enqueueTemplateSync(tx, failure);
    return [];
  },
  window_closed: applyWindowClosed,
};

/** @returns the changes of channels, template, contact and conversation */
export async function applyFailure(tx: Executor, failure: Failure): Promise<NewChange[]> {
  const { clientId, channelId, error, at } = failure;
  const { effect } = error;
  const changes: NewChange[] = [];
  if (error.pausesChannel || effect === 'stop_broadcasts' || effect === 'slow_number') {
    const fact = { name: `trouble:${error.code}`, value: error.title, active: true, endsAt: null, at };
    const isNew = await setChannelFact(tx, clientId, channelId, { ...fact, detail: error.provider });
    const pause = { state: 'pause', reason: error.title, pace: null } as const;
    const version =
      isNew && error.pausesChannel ? await updateChannelFromProvider(tx, clientId, channelId, pause) : null;
    if (version !== null) changes.push(modified(failure, 'channels', { id: channelId, version }));
  }
  return effect === null ? changes : [...changes, ...(await effects[effect](tx, failure))];
}

function modified(
  { clientId }: Failure,
  collection: NewChange['collection'],
  { id, version }: { id: string; version: number },
): NewChange {
  return { clientId, collection, id, marker: 'MODIFIED', version };
}

function reaches(state: Reachability): Apply {
  return async (tx, failure) => {
    const message = await findRecipientOfMessage(tx, failure);
    return message === null ? [] : applyReachability(tx, failure.clientId, message, state, failure.at);
  };
}

function setsTemplate(status: 'PAUSED' | 'DISABLED'): Apply {
  return async (tx, failure) => {
    const { template_name: name = null, template_language: language = null } =
      (await findRecipientOfMessage(tx, failure)) ?? {};
    if (name === null || language === null) return [];
    const { clientId, channelId, at } = failure;
    const changed = await setTemplateStatus(tx, { clientId, channelId, name, language }, status, at);
    return changed === null ? [] : [modified(failure, 'templates', changed)];
  };
}

async function applyOptOut(tx: Executor, failure: Failure): Promise<NewChange[]> {
  const message = await findRecipientOfMessage(tx, failure);
  if (message === null) return [];
  const { clientId, error, at } = failure;
  const { contact_id: contactId } = message;
  const optOut = { clientId, contactId, source: 'provider', active: true, detail: error.title, at } as const;
  const version = await setSuppression(tx, optOut);
  return version === null ? [] : [modified(failure, 'contacts', { id: contactId, version })];
}

async function applyWindowClosed(tx: Executor, failure: Failure): Promise<NewChange[]> {
  const message = await findRecipientOfMessage(tx, failure);
  const thread = message === null ? null : await closeWindow(tx, failure.clientId, message.id);
  return thread === null ? [] : [modified(failure, 'threads', thread)];
}

/** The error concerns the whole WhatsApp account, not only the channel that met it. */
async function pauseAccount(tx: Executor, failure: Failure): Promise<NewChange[]> {
  const { clientId, channelId, error } = failure;
  const paused = await pauseAccountChannels(tx, clientId, channelId, error.title);
  return paused.map((channel) => modified(failure, 'channels', channel));
}
