import type { DoctorCheck } from '@parley/contract/types';
import { addressErrorMessages } from '../../../platform/outbound/address-errors.ts';
import { bad, ok } from './check.ts';
import type { AdapterAnswers, Facts } from './facts.ts';
import { checkNumber } from './number-checks.ts';

const minuteMs = 60_000;
/** Beyond this, reply windows and the time limits of signatures are judged noticeably wrongly. */
const skewLimitMs = 2 * minuteMs;

/** Every check of a channel, each after those it depends on. */
export function runChecks(facts: Facts): DoctorCheck[] {
  const { answers } = facts;
  return [
    checkState(facts),
    ...(answers.kind === 'WHATSAPP' ? checkNumber(facts, answers) : checkAdapter(answers)),
    checkOwnWebhook(facts),
    checkDeliveries(facts),
    ...(facts.skewMs === null ? [] : [checkClock(facts.skewMs)]),
  ];
}

function checkState({ row }: Facts): DoctorCheck {
  if (row.state === 'ACTIVE') return ok('state', 'The channel sends and receives.');
  const reason = row.state_reason ?? 'paused';
  return bad('state', `Sending is paused: ${reason}.`, 'Fix what is red below, then resume the channel.');
}

function checkAdapter({ address, greeting }: AdapterAnswers): DoctorCheck[] {
  const first =
    address === null
      ? ok('address', 'The adapter’s address may be called.')
      : bad('address', 'The adapter’s address is not called.', addressErrorMessages[address]);
  if (greeting.kind === 'ok') return [first, ok('adapter', 'The adapter answers and holds the signing secret.')];
  const fix =
    greeting.kind === 'retry'
      ? 'Start the adapter, or enter the address at which it listens.'
      : greeting.error.nextStep;
  return [first, bad('adapter', `${greeting.error.title}.`, fix)];
}

function checkOwnWebhook({ webhook, webhookUrl, row }: Facts): DoctorCheck {
  if (!webhook.ok) {
    return bad(
      'webhook_reachable',
      `We called ${webhookUrl} and it did not answer as it should: ${webhook.reason}.`,
      'Ask the server’s operator to check PUBLIC_URL, the domain, the certificate and the proxy.',
    );
  }
  if (row.kind === 'WHATSAPP' && !row.sandbox && !webhook.publicly) {
    return bad(
      'webhook_reachable',
      `${webhookUrl} answers, but only here: WhatsApp needs a public https address.`,
      'Ask the server’s operator to set PUBLIC_URL to a public https address.',
      'warning',
    );
  }
  return ok('webhook_reachable', `${webhookUrl} answers.`);
}

function checkDeliveries({ deliveries, row }: Facts): DoctorCheck {
  const { last_webhook_at: last, bad_signatures: wrong, last_bad_signature_at: lastWrong } = deliveries;
  if (lastWrong !== null && (last === null || lastWrong > last)) {
    return bad(
      'deliveries',
      `${wrong} deliveries came with a wrong signature, the last one at ${lastWrong.toISOString()}.`,
      row.kind === 'SESSION'
        ? 'The adapter signs with another secret. Give both sides the same one.'
        : 'The app secret is not that of the app that calls here. Copy it from the app’s basic settings and rotate it here.',
    );
  }
  if (last === null) {
    return bad(
      'deliveries',
      'No webhook received yet.',
      'Write a message to this number; it appears here within seconds.',
      'unproven',
    );
  }
  return ok('deliveries', `The last delivery with a right signature came at ${last.toISOString()}.`);
}

function checkClock(skewMs: number): DoctorCheck {
  if (Math.abs(skewMs) <= skewLimitMs) return ok('clock', 'This server’s clock agrees with WhatsApp’s.');
  const minutes = Math.round(Math.abs(skewMs) / minuteMs);
  return bad(
    'clock',
    skewMs > 0
      ? `This server’s clock is ${minutes} minutes ahead of WhatsApp’s.`
      : `This server’s clock is ${minutes} minutes behind WhatsApp’s.`,
    'Ask the server’s operator to turn on time synchronization. Until then, reply windows are wrong.',
  );
}
