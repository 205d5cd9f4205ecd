import { createWhatsAppClient, type WhatsAppClient } from '@parley/whatsapp-client';
import type { Platform } from '../../platform/platform.ts';
import type { SharedFiles } from '../media/public.ts';
import { type Credentials, openCredentials } from './credentials.ts';
import { tokenOverlapOf, withPreviousToken } from './previous-token.ts';
import { type ChannelRow, findChannels } from './repo.ts';
import { createSessionClient, type MessageClient, type SessionPeer } from './session/client.ts';
import type { SimulatedAccount, SimulatorProcess } from './simulator.ts';

/** How to call the other side of one channel: WhatsApp, the simulator or an adapter. */
export type ChannelSender = { client: MessageClient; phoneNumberId: string; accessToken: string };

/** The provider's clients: one for the real Graph, one for the simulator at its current address. */
export type ProviderAccess = {
  graph: WhatsAppClient;
  /** @throws AppError('simulator_unavailable'), and Error when the channel is gone */
  senderFor(clientId: string, channelId: string): Promise<ChannelSender>;
  /**
   * WhatsApp's client for a channel of theirs or a sandbox. For a day after a rotation it falls back on the token
   * before, unless `strictly`. @throws AppError('simulator_unavailable')
   */
  clientFor(row: ChannelRow, how?: { strictly: boolean }): Promise<WhatsAppClient>;
  close(): Promise<void>;
};

export function createProviderAccess(
  platform: Platform,
  simulator: SimulatorProcess,
  sharedFiles: SharedFiles,
): ProviderAccess {
  const version = platform.config.GRAPH_VERSION;
  const graph = createWhatsAppClient({ baseUrl: platform.config.GRAPH_BASE_URL, version });
  let simulated: { url: string; client: WhatsAppClient } | undefined;

  async function simulatedClient(account: SimulatedAccount): Promise<WhatsAppClient> {
    const url = await simulator.baseUrl(account);
    if (simulated?.url !== url) {
      const before = simulated;
      simulated = { url, client: createWhatsAppClient({ baseUrl: url, version }) };
      before?.client
        .close()
        .catch((error: unknown) => platform.log.debug({ err: error }, 'connections to the last simulator'));
    }
    return simulated.client;
  }

  // Only a sandbox talks to the simulator, and its address comes from the running process, never from input.
  async function clientFor(row: ChannelRow, how = { strictly: false }): Promise<WhatsAppClient> {
    if (row.sandbox) return simulatedClient(simulatedAccount(platform, row));
    if (how.strictly || row.previous_until === null) return graph;
    const credentials = openCredentials(platform.secrets, row.client_id, row.id, row.credentials_enc);
    const overlap = tokenOverlapOf(credentials, row.previous_until);
    return overlap === null ? graph : withPreviousToken(graph, overlap);
  }

  return {
    graph,
    clientFor,
    async senderFor(clientId, channelId) {
      const [row] = await platform.db.withTenant(clientId, (tx) => findChannels(tx, clientId, [channelId]));
      if (row === undefined) throw new Error(`channel ${channelId} is gone`);
      const credentials = openCredentials(platform.secrets, clientId, channelId, row.credentials_enc);
      const fileOf = (mediaId: string) => sharedFiles(clientId, mediaId);
      const client =
        row.adapter_url === null
          ? await clientFor(row)
          : createSessionClient({ ...sessionPeer(platform, row, credentials), fileOf });
      return { client, phoneNumberId: row.phone_number_id, accessToken: credentials.access_token };
    },
    async close() {
      await Promise.all([graph.close(), simulated?.client.close()]);
    },
  };
}

/** The adapter of a SESSION channel. */
export function sessionPeer(platform: Platform, row: ChannelRow, credentials: Credentials): SessionPeer {
  return {
    channelId: row.id,
    url: row.adapter_url ?? '',
    secret: credentials.app_secret,
    allowed: platform.config.ALLOWED_PRIVATE_HOSTS,
  };
}

/** A sandbox channel as registered with the simulator. */
export function simulatedAccount(platform: Platform, row: ChannelRow): SimulatedAccount {
  const credentials = openCredentials(platform.secrets, row.client_id, row.id, row.credentials_enc);
  return {
    channelId: row.id,
    phoneNumberId: row.phone_number_id,
    wabaId: row.waba_id,
    displayPhoneNumber: row.phone_number,
    verifiedName: row.channel_label,
    accessToken: credentials.access_token,
    appSecret: credentials.app_secret,
    verifyToken: credentials.verify_token,
  };
}
