import type { AccountUpdate, NumberUpdate } from '@parley/whatsapp-client';

/** A fact about a channel, and its effect on the channel. */
export type ChannelEffect = {
  name: string;
  value: string;
  active?: boolean;
  detail?: unknown;
  endsAt?: Date | null;
  /** Why the channel pauses. */
  pause?: string | undefined;
  /** Ends a pause that an earlier update from WhatsApp began. */
  resume?: boolean;
  pace?: number;
};

/** Throughput after an upgrade, messages a second (documented). */
const upgradedPace = 1_000;

/** WhatsApp's documentation shows this field both as a tier name and as a number. */
const tiers: Readonly<Record<string, string>> = {
  250: 'TIER_250',
  2000: 'TIER_2K',
  10000: 'TIER_10K',
  100000: 'TIER_100K',
  '-1': 'TIER_UNLIMITED',
};

export function tierOf(limit: string): string {
  return Object.hasOwn(tiers, limit) ? (tiers[limit] ?? limit) : limit;
}

export function isNumberUpdate(update: AccountUpdate | NumberUpdate): update is NumberUpdate {
  return update.kind === 'security' || update.kind.startsWith('number_');
}

export function effectsOfNumberUpdate(update: NumberUpdate): ChannelEffect[] {
  switch (update.kind) {
    case 'number_quality': {
      const { event, limit, oldLimit } = update;
      const pace = event === 'THROUGHPUT_UPGRADE' ? { pace: upgradedPace } : {};
      const flags = { FLAGGED: true, UNFLAGGED: false } as const;
      return [
        { name: 'number_event', value: event, detail: { limit, old_limit: oldLimit }, ...pace },
        ...(event in flags ? [{ name: 'flagged', value: event, active: flags[event as keyof typeof flags] }] : []),
        ...(limit === null ? [] : [{ name: 'messaging_limit', value: tierOf(limit) }]),
      ];
    }
    case 'number_name': {
      const { decision, requestedName, reason } = update;
      return [{ name: 'display_name', value: decision, detail: { requested_name: requestedName, reason } }];
    }
    case 'number_username': {
      const { status, username } = update;
      return [{ name: 'username', value: status, active: status !== 'DELETED', detail: { username } }];
    }
    case 'security':
      return [{ name: 'security', value: update.event, detail: { requester: update.requester } }];
  }
}

export function effectsOfAccountUpdate(update: AccountUpdate): ChannelEffect[] {
  switch (update.kind) {
    case 'payment': {
      const { name, status, provider } = update;
      return [{ name: `payment:${name}`, value: status, detail: { provider } }];
    }
    case 'account_review':
      return [{ name: 'account_review', value: update.decision }];
    case 'capability': {
      const { dailyLimit, maxPhoneNumbers } = update;
      return [
        ...(dailyLimit === null ? [] : [{ name: 'messaging_limit', value: tierOf(dailyLimit) }]),
        ...(maxPhoneNumbers === null ? [] : [{ name: 'max_phone_numbers', value: String(maxPhoneNumbers) }]),
      ];
    }
    case 'account_alert': {
      const { type, severity, status, description, entityType, entityId } = update;
      const detail = { severity, description, entity_type: entityType, entity_id: entityId };
      return [{ name: `alert:${type}`, value: severity ?? 'INFORMATIONAL', active: status !== 'NONE', detail }];
    }
    case 'account':
      return accountEffects(update);
  }
}

/** Events that pause a channel; their opposites resume it. */
const pausing: Readonly<Record<string, string>> = {
  ACCOUNT_DELETED: 'the account was deleted',
  ACCOUNT_OFFBOARDED: 'the number was disconnected from the phone app',
  PARTNER_REMOVED: 'this application was removed from the account',
  PARTNER_APP_UNINSTALLED: 'this application was removed from the account',
};
const resuming: ReadonlySet<string> = new Set(['ACCOUNT_RECONNECTED', 'PARTNER_ADDED', 'PARTNER_APP_INSTALLED']);

/** This restriction blocks answers to all customers; the others block only some messages. */
const answersRestricted = 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING';

function accountEffects(update: Extract<AccountUpdate, { kind: 'account' }>): ChannelEffect[] {
  const { event, banState, banDate, violationType, restrictions, disconnectReason, priceTier } = update;
  if (event === 'DISABLED_UPDATE') {
    const value = banState ?? 'UNKNOWN';
    if (value === 'DISABLE')
      return [{ name: 'ban', value, detail: { date: banDate }, pause: 'the account is disabled' }];
    if (value === 'REINSTATE') return [{ name: 'ban', value, active: false, resume: true }];
    return [{ name: 'ban', value, detail: { date: banDate } }];
  }
  if (event === 'ACCOUNT_VIOLATION') return [{ name: 'violation', value: violationType ?? 'UNKNOWN' }];
  if (event === 'ACCOUNT_RESTRICTION') {
    return restrictions.map(({ type, expiresAtMs, remediation }) => ({
      name: `restriction:${type}`,
      value: type,
      detail: { remediation },
      endsAt: expiresAtMs === null ? null : new Date(expiresAtMs),
      ...(type === answersRestricted ? { pause: 'the account may not answer customers for a time' } : {}),
    }));
  }
  if (priceTier !== null) {
    const { category, region, tier, month } = priceTier;
    return [{ name: `price_tier:${category}:${region}`, value: tier, detail: { month } }];
  }
  const reason = Object.hasOwn(pausing, event) ? pausing[event] : undefined;
  if (reason !== undefined)
    return [{ name: 'connection', value: event, detail: { reason: disconnectReason }, pause: reason }];
  // The business agreed to the terms of the Marketing Messages API.
  if (event === 'MM_LITE_TERMS_SIGNED') return [{ name: 'marketing_messages', value: 'ONBOARDED' }];
  if (resuming.has(event)) return [{ name: 'connection', value: event, resume: true }];
  return [{ name: `account:${event}`, value: event }];
}
