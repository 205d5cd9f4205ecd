import { type JsonObject, readId, readName, readObject, readPhone } from './fields.ts';
import { type HealthStatus, readHealth } from './read-health.ts';

export type PhoneNumberInfo = {
  id: string;
  /** Digits without plus. */
  displayPhoneNumber: string | null;
  verifiedName: string | null;
  /** `CONNECTED` when it works; other values of WhatsApp are unchanged, including new ones. */
  status: string | null;
  qualityRating: string | null;
  nameStatus: string | null;
  /** Review state of a requested name that differs from the current one. */
  newNameStatus: string | null;
  /** `VERIFIED`, `NOT_VERIFIED`, `EXPIRED`. */
  codeVerificationStatus: string | null;
  platformType: string | null;
  accountMode: string | null;
  /** `STANDARD` is 80 messages a second, `HIGH` 1,000. */
  throughputLevel: string | null;
  /** `TIER_250` to `TIER_UNLIMITED`, shared by the portfolio. */
  messagingLimit: string | null;
  isOfficialBusinessAccount: boolean | null;
  isPinEnabled: boolean | null;
  /** The number also stays in the WhatsApp Business app on a phone (coexistence): 20 messages a second, whatever its level. */
  isOnBusinessApp: boolean | null;
  /** The webhook URLs of this number: the app's, the account's and its own; the most specific one is used. */
  webhookAddresses: { application: string | null; account: string | null; phoneNumber: string | null };
  health: HealthStatus | null;
};

export const PHONE_NUMBER_FIELDS = [
  'id',
  'display_phone_number',
  'verified_name',
  'status',
  'quality_rating',
  'name_status',
  'new_name_status',
  'code_verification_status',
  'platform_type',
  'account_mode',
  'throughput',
  'whatsapp_business_manager_messaging_limit',
  'is_official_business_account',
  'is_pin_enabled',
  'is_on_biz_app',
  'webhook_configuration',
  'health_status',
].join(',');

const MAX_WORD = 255;
const MAX_ADDRESS = 4_096;

export function readPhoneNumber(body: JsonObject): PhoneNumberInfo | null {
  const id = readId(body, 'id');
  if (id === null) return null;
  const throughput = readObject(body, 'throughput');
  const webhooks = readObject(body, 'webhook_configuration') ?? {};
  return {
    id,
    displayPhoneNumber: readPhone(body, 'display_phone_number'),
    verifiedName: readName(body, 'verified_name', MAX_WORD),
    status: readName(body, 'status', MAX_WORD),
    qualityRating: readName(body, 'quality_rating', MAX_WORD),
    nameStatus: readName(body, 'name_status', MAX_WORD),
    newNameStatus: readName(body, 'new_name_status', MAX_WORD),
    codeVerificationStatus: readName(body, 'code_verification_status', MAX_WORD),
    platformType: readName(body, 'platform_type', MAX_WORD),
    accountMode: readName(body, 'account_mode', MAX_WORD),
    throughputLevel: throughput && readName(throughput, 'level', MAX_WORD),
    messagingLimit: readName(body, 'whatsapp_business_manager_messaging_limit', MAX_WORD),
    isOfficialBusinessAccount: readFlag(body, 'is_official_business_account'),
    isPinEnabled: readFlag(body, 'is_pin_enabled'),
    isOnBusinessApp: readFlag(body, 'is_on_biz_app'),
    webhookAddresses: {
      application: readName(webhooks, 'application', MAX_ADDRESS),
      account: readName(webhooks, 'whatsapp_business_account', MAX_ADDRESS),
      phoneNumber: readName(webhooks, 'phone_number', MAX_ADDRESS),
    },
    health: readHealth(body),
  };
}

export function readFlag(parent: JsonObject, key: string): boolean | null {
  const value = parent[key];
  return typeof value === 'boolean' ? value : null;
}
