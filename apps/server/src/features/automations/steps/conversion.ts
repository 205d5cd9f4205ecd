import { fromMinorUnits, parseMinorUnits } from '@parley/contract/minor-units';
import type { StepOf } from '@parley/contract/types';
import type { CallOutcome, Conversion } from '@parley/whatsapp-client';
import { AppError } from '../../../platform/errors.ts';
import { idFromKey } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getClient } from '../../accounts/public.ts';
import { type ChannelClients, getChannelClient, outcomeMessage } from '../../channels/public.ts';
import { findAdClick } from '../../messaging/public.ts';
import type { StepContext } from '../facts/context.ts';
import { filled } from './message-content.ts';
import type { StepResult } from './step-result.ts';

type Step = StepOf<'conversion'>;
/** What leaves, but for the account of WhatsApp, which is the channel's. */
export type PreparedConversion = Omit<Conversion, 'wabaId'> & { channelId: string; ad: string };

/** Meta is asked twice: for the dataset and to take the event. */
const callMs = 10_000;
const permission = 'whatsapp_business_manage_events';

/**
 * The same line of a run is always the same id, so that Meta counts a repetition once.
 * @returns the result when nothing is to be sent
 */
export async function prepareConversion(step: Step, context: StepContext): Promise<PreparedConversion | StepResult> {
  const { tx, run, thread, channel } = context;
  if (channel.kind !== 'WHATSAPP') return failedConversion(step, 'This channel does not connect to Meta.');
  const click = await findAdClick(tx, thread.id);
  if (click === null) return { line: { outcome: 'no_ad_click', detail: { event: step.event } }, next: step.next };
  const value = await worthOf(step, context);
  if (value instanceof Error) return failedConversion(step, value.message);
  return {
    event: step.event,
    eventId: idFromKey(tx.clientId, 'automation conversion', run.id, String(run.lines)),
    atMs: channel.now.getTime(),
    clickId: click.click_id,
    ad: click.title,
    channelId: thread.channel_id,
    value,
  };
}

async function worthOf(step: Step, context: StepContext): Promise<Conversion['value'] | Error> {
  if (step.worth === 'none') return null;
  const { currency } = await getClient(context.tx);
  if (step.worth === 'conversation') {
    const { value_minor: minor } = context.thread;
    if (minor === null) return new Error('The conversation has no value.');
    return { amount: fromMinorUnits(minor, currency), currency };
  }
  const amount = filled(step.amount, context).trim();
  const minor = parseMinorUnits(amount, currency);
  if (minor === null) return new Error(`“${amount}” is no amount in ${currency}.`);
  return { amount: fromMinorUnits(minor, currency), currency };
}

/** Meta's answer; `again` when it is not known whether it has the event, or Meta cannot take it now. */
export async function sendConversion(
  platform: Platform,
  providers: ChannelClients,
  clientId: string,
  { channelId, ad: _ad, ...conversion }: PreparedConversion,
  signal: AbortSignal,
): Promise<{ kind: 'sent' } | { kind: 'refused' | 'again'; msg: string }> {
  try {
    const { row, client, accessToken } = await getChannelClient(platform, providers, clientId, channelId);
    const basics = { accessToken, timeoutMs: callMs, signal };
    const dataset = await client.ensureDataset({ ...basics, wabaId: row.waba_id });
    if (dataset.kind !== 'ok') return problemOf(dataset);
    const sent = await client.sendConversion({
      ...{ ...basics, datasetId: dataset.value.id },
      conversion: { ...conversion, wabaId: row.waba_id },
    });
    return sent.kind === 'ok' ? { kind: 'sent' } : problemOf(sent);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: error.code === 'not_found' ? 'refused' : 'again', msg: error.message };
  }
}

function problemOf(outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>) {
  const { code } = outcome.error;
  if (code === 10 || (code !== null && code >= 200 && code < 300)) {
    const msg = `The channel’s access token lacks the permission ${permission}. Add it in Meta’s Business settings.`;
    return { kind: 'refused' as const, msg };
  }
  return { kind: outcome.kind === 'retry' ? ('again' as const) : ('refused' as const), msg: outcomeMessage(outcome) };
}

export function sentConversion(step: Step, { event, value, ad }: PreparedConversion): StepResult {
  return { line: { outcome: 'conversion_sent', detail: { event, value, ad } }, next: step.next };
}

export function failedConversion(step: Step, msg: string): StepResult {
  const line = { outcome: 'conversion_failed', detail: { event: step.event, msg } };
  if (step.otherwise !== null) return { line, next: step.otherwise };
  return { line, next: null, end: { state: 'FAILED', reason: 'conversion_failed' } };
}

/** A dry run sends nothing, and says what would be. */
export async function rehearseConversion(step: Step, context: StepContext): Promise<StepResult> {
  const prepared = await prepareConversion(step, context);
  if ('line' in prepared) return prepared;
  const { event, value, ad } = prepared;
  return { line: { outcome: 'conversion_not_sent', detail: { event, value, ad } }, next: step.next };
}
