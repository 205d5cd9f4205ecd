import { type Executor, statement } from '../../platform/db/sql.ts';

export type RouteRow = {
  channel_id: string;
  kind: 'WHATSAPP' | 'SESSION';
  client_id: string;
  phone_number_id: string;
  waba_id: string;
  /** Digits without plus. */
  phone_number: string;
  secret_hash: Buffer;
  verified: boolean;
  sandbox: boolean;
  clock_offset_ms: number;
  credentials_enc: Buffer;
  previous_until: Date | null;
};

const routeColumns = `r.channel_id, r.client_id, r.phone_number_id, r.waba_id, c.phone_number, r.secret_hash, r.verified,
  c.sandbox, c.kind, c.clock_offset_ms, c.credentials_enc, c.previous_until`;

const routeByChannelStatement = statement(
  'channels.find_route_by_channel',
  `select ${routeColumns} from channel_routes r join channels c on c.client_id = r.client_id and c.id = r.channel_id
   where r.channel_id = $1`,
);

/** Across accounts: whose webhook address this is. */
export async function findRouteByChannel(system: Executor, channelId: string): Promise<RouteRow | null> {
  const [row] = await system.rows<RouteRow>(routeByChannelStatement, [channelId]);
  return row ?? null;
}

const routesBySecretStatement = statement(
  'channels.list_routes_by_secret',
  `select ${routeColumns} from channel_routes r join channels c on c.client_id = r.client_id and c.id = r.channel_id
   where r.secret_hash = any ($1) or (r.previous_secret_hash = any ($1) and r.previous_until > now())
   order by r.verified desc, r.created_at, r.channel_id`,
);

/** Across accounts: every channel that has one of these app secrets now, verified ones first. */
export function listRoutesBySecret(system: Executor, hashes: readonly Buffer[]): Promise<RouteRow[]> {
  return system.rows(routesBySecretStatement, [hashes]);
}
