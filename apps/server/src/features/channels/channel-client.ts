import type { WhatsAppClient } from '@parley/whatsapp-client';
import type { Platform } from '../../platform/platform.ts';
import { openCredentials } from './credentials.ts';
import type { ProviderAccess } from './provider-access.ts';
import type { ChannelRow } from './repo.ts';
import { getChannel } from './service.ts';

export type ChannelClients = Pick<ProviderAccess, 'clientFor'>;

/** A channel with what its calls to WhatsApp need. @throws AppError not_found, simulator_unavailable */
export async function getChannelClient(
  platform: Platform,
  providers: ChannelClients,
  clientId: string,
  channelId: string,
): Promise<{ row: ChannelRow; client: WhatsAppClient; accessToken: string }> {
  const row = await platform.db.withTenant(clientId, (tx) => getChannel(tx, channelId));
  const { access_token: accessToken } = openCredentials(platform.secrets, clientId, row.id, row.credentials_enc);
  return { row, client: await providers.clientFor(row), accessToken };
}
