import type { AccountUpdate, NumberUpdate } from './field-updates.ts';
import { isObject, type JsonObject, readId, readList, readName, readNumber, readObject, readTimeMs } from './fields.ts';

const WORD = 255;
const TEXT = 2_000;

/** The tier in one of its fields and formats: an enum in newer deliveries, a number in WhatsApp's own sample. */
const LIMIT_KEYS = [
  'max_daily_conversations_per_business',
  'max_daily_conversation_per_phone',
  'max_daily_conversations_per_phone',
  'current_limit',
];

export function readNumberQuality(value: JsonObject): NumberUpdate | null {
  const event = readName(value, 'event', WORD);
  if (event === null) return null;
  return {
    kind: 'number_quality',
    event: event.toUpperCase(),
    limit: readLimit(value),
    oldLimit: readName(value, 'old_limit', WORD),
  };
}

export function readNumberName(value: JsonObject): NumberUpdate | null {
  const decision = readName(value, 'decision', WORD);
  if (decision === null) return null;
  return {
    kind: 'number_name',
    decision: decision.toUpperCase(),
    requestedName: readName(value, 'requested_verified_name', WORD),
    reason: readName(value, 'rejection_reason', WORD),
  };
}

export function readNumberUsername(value: JsonObject): NumberUpdate | null {
  const status = readName(value, 'status', WORD);
  if (status === null) return null;
  return { kind: 'number_username', status: status.toUpperCase(), username: readName(value, 'username', WORD) };
}

export function readPayment(value: JsonObject): AccountUpdate | null {
  const name = readName(value, 'configuration_name', WORD);
  const status = readName(value, 'status', WORD);
  if (name === null || status === null) return null;
  return { kind: 'payment', name, status, provider: readName(value, 'provider_name', WORD) };
}

export function readSecurity(value: JsonObject): NumberUpdate | null {
  const event = readName(value, 'event', WORD);
  return event === null ? null : { kind: 'security', event, requester: readId(value, 'requester') };
}

export function readAccountUpdate(value: JsonObject): AccountUpdate | null {
  const event = readName(value, 'event', WORD);
  if (event === null) return null;
  const ban = readObject(value, 'ban_info') ?? {};
  const violation = readObject(value, 'violation_info') ?? {};
  const disconnection = readObject(value, 'disconnection_info') ?? {};
  return {
    kind: 'account',
    event: event.toUpperCase(),
    banState: readName(ban, 'waba_ban_state', WORD),
    banDate: readName(ban, 'waba_ban_date', WORD),
    violationType: readName(violation, 'violation_type', WORD),
    restrictions: readList(value, 'restriction_info').flatMap((restriction) => {
      const type = isObject(restriction) ? readName(restriction, 'restriction_type', WORD) : null;
      if (!isObject(restriction) || type === null) return [];
      const remediation = readName(restriction, 'remediation', TEXT);
      return [{ type, expiresAtMs: readTimeMs(restriction, 'expiration'), remediation }];
    }),
    disconnectReason: readName(disconnection, 'reason', TEXT),
    priceTier: readPriceTier(readObject(value, 'volume_tier_info') ?? {}),
  };
}

function readPriceTier(info: JsonObject) {
  const tier = readName(info, 'tier', WORD);
  if (tier === null) return null;
  return {
    tier,
    category: (readName(info, 'pricing_category', WORD) ?? 'ALL').toUpperCase(),
    region: readName(info, 'region', WORD) ?? 'ALL',
    month: readName(info, 'effective_month', WORD),
  };
}

export function readAccountReview(value: JsonObject): AccountUpdate | null {
  const decision = readName(value, 'decision', WORD);
  return decision === null ? null : { kind: 'account_review', decision: decision.toUpperCase() };
}

export function readAccountAlert(value: JsonObject): AccountUpdate | null {
  // Older deliveries have the alert's properties beside the entity's.
  const alert = readObject(value, 'alert_info') ?? value;
  const type = readName(alert, 'alert_type', WORD);
  if (type === null) return null;
  return {
    kind: 'account_alert',
    entityType: readName(value, 'entity_type', WORD),
    entityId: readId(value, 'entity_id'),
    severity: readName(alert, 'alert_severity', WORD),
    status: readName(alert, 'alert_status', WORD),
    type,
    description: readName(alert, 'alert_description', TEXT),
  };
}

export function readCapability(value: JsonObject): AccountUpdate | null {
  const dailyLimit = readLimit(value);
  const maxPhoneNumbers =
    readNumber(value, 'max_phone_numbers_per_business') ?? readNumber(value, 'max_phone_numbers_per_waba');
  return dailyLimit === null && maxPhoneNumbers === null ? null : { kind: 'capability', dailyLimit, maxPhoneNumbers };
}

function readLimit(value: JsonObject): string | null {
  for (const key of LIMIT_KEYS) {
    const limit = readName(value, key, WORD);
    if (limit !== null) return limit;
  }
  return null;
}
