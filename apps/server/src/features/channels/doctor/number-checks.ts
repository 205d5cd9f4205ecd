import { said } from '@parley/contract/said';
import type { DoctorCheck } from '@parley/contract/types';
import type { HealthStatus, PhoneNumberInfo } from '@parley/whatsapp-client';
import { coexistenceSendRate, sendRateOf } from '../send-rate.ts';
import { checkAccountUpdates } from './account-update-checks.ts';
import { bad, ok, skipped, unanswered } from './check.ts';
import type { Facts, NumberAnswers } from './facts.ts';
import { checkFields } from './fields.ts';
import { messagingLimitOf } from './messaging-limit.ts';
import { checkPermissions, checkPreviousToken, checkSecret, checkToken } from './token-checks.ts';

/** The checks of a WhatsApp number. Those that depend on a missing response are skipped. */
export function checkNumber(facts: Facts, answers: NumberAnswers): DoctorCheck[] {
  const { token, number, account } = answers;
  const info = number.kind === 'ok' ? number.value : null;
  return [
    checkToken(token, facts.nowMs),
    checkPermissions(token),
    checkSecret(answers.secret),
    ...(answers.previousToken === null ? [] : [checkPreviousToken(answers.previousToken)]),
    number.kind === 'ok' ? checkIdentity(facts, number.value) : unanswered('number', number),
    checkAccount(facts, answers),
    ...(info === null
      ? (['verified', 'registered', 'display_name', 'quality', 'throughput'] as const).map((name) =>
          skipped(name, said('the number couldn’t be read')),
        )
      : [checkVerified(info), checkRegistered(info), checkName(info), checkQuality(info), checkThroughput(info)]),
    checkSubscription(facts, answers),
    checkFields(answers.fields),
    ...checkAccountUpdates(facts.accountUpdates),
    checkHealth(info?.health ?? null, account.kind === 'ok' ? account.value.health : null),
    ...(info === null ? [] : checkAllowance(facts, info)),
    ...checkMarketing(account.kind === 'ok' ? account.value.marketingMessages : null),
  ];
}

function checkIdentity({ row }: Facts, info: PhoneNumberInfo): DoctorCheck {
  const shown = info.displayPhoneNumber;
  if (row.sandbox || shown === null || shown === row.phone_number) {
    return ok('number', `The token may read +${shown ?? row.phone_number}.`);
  }
  return bad(
    'number',
    `The phone number ID belongs to +${shown}, not to +${row.phone_number}.`,
    'Remove the channel and add it again with the id that Meta shows beside this number.',
  );
}

function checkAccount({ row }: Facts, { numberIds }: NumberAnswers): DoctorCheck {
  if (numberIds.kind !== 'ok') return unanswered('account', numberIds);
  if (numberIds.value.includes(row.phone_number_id)) {
    return ok('account', `The number belongs to the WhatsApp Business account ${row.waba_id}.`);
  }
  return bad(
    'account',
    `The number is not among those of the WhatsApp Business account ${row.waba_id}.`,
    'Remove the channel and add it again with the account id that Meta shows for this number.',
  );
}

function checkVerified({ codeVerificationStatus: state }: PhoneNumberInfo): DoctorCheck {
  if (state === null || state === 'VERIFIED') return ok('verified', 'The number was verified with a code.');
  // A verification expires; a registered number continues to work.
  if (state === 'EXPIRED') return ok('verified', 'The number was verified with a code some time ago.');
  return bad('verified', 'The number has not been verified yet.', 'Ask for a code under Registration and enter it.');
}

/** WhatsApp's status values for a registered number with a problem. */
const troubled = new Set(['FLAGGED', 'RATE_LIMITED', 'RESTRICTED']);

function checkRegistered({ status, platformType }: PhoneNumberInfo): DoctorCheck {
  if (platformType === 'ON_PREMISE') {
    return bad(
      'registered',
      'The number is on WhatsApp already, with the platform that companies ran themselves.',
      'Take it off there, then register it under Registration with its six-digit PIN.',
    );
  }
  if (status === 'CONNECTED') return ok('registered', 'The number is registered for the Cloud API.');
  if (status === null) return skipped('registered', said('WhatsApp did not say'));
  if (status === 'BANNED') {
    return bad('registered', 'WhatsApp has banned the number.', 'Ask for a review in the WhatsApp Manager.');
  }
  if (troubled.has(status)) {
    return bad(
      'registered',
      `The number is registered, and WhatsApp calls it ${status}.`,
      'Check the number in WhatsApp Manager, and send less until the quality improves.',
      'warning',
    );
  }
  return bad(
    'registered',
    `The number is not registered: WhatsApp calls it ${status}.`,
    'Register it under Registration with its six-digit PIN.',
  );
}

function checkName({ nameStatus, verifiedName }: PhoneNumberInfo): DoctorCheck {
  const name = verifiedName ?? '';
  if (nameStatus === 'DECLINED' || nameStatus === 'EXPIRED') {
    return bad(
      'display_name',
      `WhatsApp has not approved the display name “${name}” (${nameStatus}).`,
      'Choose another display name in the WhatsApp Manager.',
    );
  }
  if (nameStatus === 'PENDING_REVIEW') {
    return bad('display_name', `WhatsApp still reviews the display name “${name}”.`, 'Wait for the review.', 'warning');
  }
  return ok('display_name', `Customers see “${name}”.`);
}

/** As the list of channels calls them. */
const qualityNames = { RED: 'low', YELLOW: 'medium' } as const;

function checkQuality({ qualityRating }: PhoneNumberInfo): DoctorCheck {
  if (qualityRating === 'RED' || qualityRating === 'YELLOW') {
    return bad(
      'quality',
      `The quality of the number is ${qualityNames[qualityRating]}.`,
      'Many people blocked or reported it within seven days. Send fewer broadcasts, and only to people who asked for them.',
      qualityRating === 'RED' ? 'failed' : 'warning',
    );
  }
  return ok('quality', `The quality of the number is ${qualityRating === 'GREEN' ? 'high' : 'not rated yet'}.`);
}

function checkThroughput(info: PhoneNumberInfo): DoctorCheck {
  if (info.isOnBusinessApp) {
    return bad(
      'throughput',
      `The number also stays in the WhatsApp Business app: fixed ${coexistenceSendRate} messages per second, in and out together.`,
      'Broadcasts take longer. For more, use a number that is in no phone app.',
      'warning',
    );
  }
  const pace = sendRateOf(info);
  if (pace === null) return skipped('throughput', said('WhatsApp did not say'));
  return ok('throughput', `WhatsApp takes ${pace} messages a second from the number, in and out together.`);
}

function checkSubscription({ webhookBase, row }: Facts, { apps, number, token }: NumberAnswers): DoctorCheck {
  if (apps.kind !== 'ok') return unanswered('subscribed', apps);
  const appId = token.kind === 'ok' ? token.value.appId : null;
  const app = apps.value.find(({ id }) => appId === null || id === appId);
  const again = 'Press Connect webhooks.';
  if (app === undefined) return bad('subscribed', 'The app does not get this account’s webhooks.', again);
  const own = number.kind === 'ok' ? number.value.webhookAddresses : null;
  // The most specific address wins: the number's, the account's, the app's.
  const target = own?.phoneNumber ?? app.overrideCallbackUri ?? own?.account ?? own?.application ?? null;
  // The sandbox calls this machine by its local address; numbers of one app share any of their addresses.
  if (row.sandbox || target === null || target.startsWith(`${webhookBase}/`) || target === webhookBase) {
    return ok('subscribed', 'The app gets this account’s webhooks and sends them here.');
  }
  return bad('subscribed', `The webhooks go to ${target} and not here.`, again);
}

function checkHealth(number: HealthStatus | null, account: HealthStatus | null): DoctorCheck {
  const entities = [number, account].flatMap((health) => health?.entities ?? []);
  if (number === null && account === null) return skipped('health', said('WhatsApp did not say'));
  for (const state of ['BLOCKED', 'LIMITED'] as const) {
    const entity = entities.find(({ canSendMessage }) => canSendMessage === state);
    if (entity === undefined) continue;
    const [error] = entity.errors;
    const reason = error?.message ?? entity.additionalInfo[0] ?? said('no reason given');
    return bad(
      'health',
      `WhatsApp says ${state} about ${entityWords[entity.entityType] ?? entity.entityType}: ${reason}.`,
      error?.possibleSolution ?? 'Check the alerts in WhatsApp Manager.',
      state === 'BLOCKED' ? 'failed' : 'warning',
    );
  }
  return ok('health', 'WhatsApp says that messages can be sent.');
}

const entityWords: Record<string, string> = {
  APP: said('the app'),
  BUSINESS: said('the business'),
  PHONE_NUMBER: said('the number'),
  WABA: said('the WhatsApp Business account'),
};

/** Contacts a day that an unverified business may write to first. */
const unverifiedLimit = 250;

function checkAllowance({ contactedToday }: Facts, info: PhoneNumberInfo): DoctorCheck[] {
  const limit = messagingLimitOf(info.messagingLimit);
  if (limit === null || limit < 0) return [];
  const used = `In 24 hours templates went to ${contactedToday} of ${limit} people, by all numbers of the portfolio.`;
  const unverified = limit <= unverifiedLimit;
  const detail = unverified ? `${used} WhatsApp allows no more to a business that is not verified.` : used;
  if (contactedToday < 0.8 * limit && !unverified) return [ok('allowance', detail)];
  const fix = unverified
    ? 'Verify the business in Meta’s Business settings for a larger allowance.'
    : 'WhatsApp raises the allowance automatically while quality stays high.';
  return [bad('allowance', detail, fix, contactedToday < limit ? 'warning' : 'failed')];
}

function checkMarketing(status: string | null): DoctorCheck[] {
  if (status === 'ONBOARDED') {
    return [ok('marketing', 'Marketing templates are sent through WhatsApp’s Marketing Messages API.')];
  }
  if (status !== 'ELIGIBLE') return [];
  return [
    ok(
      'marketing',
      'Marketing templates are sent as other messages. WhatsApp offers its Marketing Messages API once the business agrees to its terms in WhatsApp Manager.',
    ),
  ];
}
