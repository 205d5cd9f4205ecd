import { phoneMatchKey } from '@parley/contract/phone-forms';
import type { Platform } from '../../platform/platform.ts';
import { type Credentials, openCredentials, secretHash } from './credentials.ts';
import { findRouteByChannel, listRoutesBySecret, type RouteRow } from './route-repo.ts';

/** Whose webhook address was called. */
export type Receiver = {
  clientId: string;
  channelId: string;
  kind: 'WHATSAPP' | 'SESSION';
  phoneNumberId: string;
  wabaId: string;
  /** The present one first; for a day after a rotation the one before it too. */
  appSecrets: readonly string[];
  verifyToken: string;
  /** Names the channels with one of these secrets; see `route`. */
  group: string;
};

/** The channel and account of a change. */
export type RoutedChannel = { clientId: string; channelId: string; clockOffsetMs: number; sandbox: boolean };

/**
 * Channels by webhook address and by (app secret, phone number id), remembered for a second: a rotation or removal
 * takes effect within that time in every process, and at once in the one that made it.
 */
export type ChannelDirectory = {
  /** @returns null for an address that is no channel's */
  receiver(channelId: string): Promise<Receiver | null>;
  /** @returns null when no channel with that secret has the number */
  route(group: string, phoneNumberId: string, preferredChannelId: string): Promise<RoutedChannel | null>;
  /**
   * The channels of an account at WhatsApp, for updates that name no number id.
   * @param phone digits of the number concerned, null for all of the account
   */
  routeAccount(
    group: string,
    wabaId: string,
    phone: string | null,
    preferredChannelId: string,
  ): Promise<RoutedChannel[]>;
  forget(): void;
};

/** The operator's own webhook address: it belongs to no account, and each event goes to the channel it names. */
export const operatorReceiver = '00000000-0000-0000-0000-000000000000';

const rememberMs = 1_000;
const mostRemembered = 10_000;

export function createChannelDirectory(platform: Platform): ChannelDirectory {
  const receivers = new Remembered<Receiver | null>();
  const groups = new Remembered<RouteRow[]>();
  const system = platform.db.system.statements('channels');

  async function loadReceiver(channelId: string): Promise<Receiver | null> {
    const row = await findRouteByChannel(system, channelId);
    if (row === null) return null;
    const credentials = openCredentials(platform.secrets, row.client_id, row.channel_id, row.credentials_enc);
    const appSecrets = validSecrets(credentials, row.previous_until);
    return {
      clientId: row.client_id,
      channelId: row.channel_id,
      kind: row.kind,
      phoneNumberId: row.phone_number_id,
      wabaId: row.waba_id,
      appSecrets,
      verifyToken: credentials.verify_token,
      group: appSecrets.map((secret) => secretHash(platform.secrets, secret).toString('hex')).join(','),
    };
  }

  const operators = operatorsReceiver(platform);
  const rowsOf = (group: string): Promise<RouteRow[]> =>
    groups.get(group, () =>
      listRoutesBySecret(
        system,
        group.split(',').map((hash) => Buffer.from(hash, 'hex')),
      ),
    );

  const directory: ChannelDirectory = {
    async receiver(channelId) {
      if (channelId === operatorReceiver) return operators;
      return receivers.get(channelId, () => loadReceiver(channelId));
    },
    async route(group, phoneNumberId, preferredChannelId) {
      const rows = await rowsOf(group);
      const candidates = rows.filter((row) => row.phone_number_id === phoneNumberId);
      const row =
        candidates.find((candidate) => candidate.verified) ??
        candidates.find((candidate) => candidate.channel_id === preferredChannelId) ??
        candidates[0];
      if (row === undefined) return null;
      return toRouted(row);
    },
    async routeAccount(group, wabaId, phone, preferredChannelId) {
      const rows = await rowsOf(group);
      const candidates = rows.filter(
        (row) => row.waba_id === wabaId && (phone === null || phoneMatchKey(row.phone_number) === phoneMatchKey(phone)),
      );
      const verified = candidates.filter((row) => row.verified);
      // An unverified claim receives only what was sent to its own address.
      const meant = verified.length > 0 ? verified : candidates.filter((row) => row.channel_id === preferredChannelId);
      return meant.map(toRouted);
    },
    forget() {
      receivers.clear();
      groups.clear();
    },
  };
  platform.notifier.on('channels', () => directory.forget());
  return directory;
}

/** @returns null unless the operator has an app of their own */
function operatorsReceiver({ config, secrets }: Platform): Receiver | null {
  const { META_APP_SECRET: secret, META_VERIFY_TOKEN: verifyToken } = config;
  if (secret === undefined || verifyToken === undefined) return null;
  return {
    clientId: operatorReceiver,
    channelId: operatorReceiver,
    kind: 'WHATSAPP',
    phoneNumberId: '',
    wabaId: '',
    appSecrets: [secret],
    verifyToken,
    group: secretHash(secrets, secret).toString('hex'),
  };
}

function toRouted(row: RouteRow): RoutedChannel {
  const { client_id: clientId, channel_id: channelId, clock_offset_ms: clockOffsetMs, sandbox } = row;
  return { clientId, channelId, clockOffsetMs, sandbox };
}

/** The app secrets whose signatures are right now. */
export function validSecrets(credentials: Credentials, previousUntil: Date | null): string[] {
  const { app_secret: present, previous } = credentials;
  const stillGood = previous !== undefined && previousUntil !== null && previousUntil.getTime() > Date.now();
  return stillGood && previous.app_secret !== present ? [present, previous.app_secret] : [present];
}

/** Caches results by key for `rememberMs`; concurrent callers of one key share one look-up. */
class Remembered<T> {
  readonly #entries = new Map<string, { at: number; value: Promise<T> }>();

  get(key: string, load: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const entry = this.#entries.get(key);
    if (entry !== undefined && now - entry.at < rememberMs) return entry.value;
    if (this.#entries.size >= mostRemembered) this.#entries.clear();
    const value = load();
    this.#entries.set(key, { at: now, value });
    value.catch(() => {
      if (this.#entries.get(key)?.value === value) this.#entries.delete(key);
    });
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }
}
