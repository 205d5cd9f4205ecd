import type { Campaign, CreateCampaignBody } from '@parley/contract/types';
import { queryAsOwner } from './inbox.ts';
import { freshPhone } from './phones.ts';
import { until, type World } from './world.ts';

/** The id of a template of the simulator, fetched first. */
export async function templateOf(world: World, name = 'hello_world', language = 'en_US'): Promise<string> {
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
  const { data } = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body;
  const found = data.find((row) => row.name === name && row.language === language);
  if (found === undefined) throw new Error(`the simulator has no ${name}`);
  return found.id;
}

export const freshPhones = (n: number): string[] => Array.from({ length: n }, () => freshPhone());

/** Creates a draft for phone numbers. */
export async function draftTo(
  world: World,
  phones: readonly string[],
  more: Partial<CreateCampaignBody> & { template_id: string },
): Promise<Campaign> {
  const made = await world.api('POST /api/campaigns', {
    body: {
      name: 'Spring sale',
      channel_id: world.channelId,
      audience: { phone_numbers: phones.map((phone) => `+${phone}`) },
      ...more,
    },
  });
  if (made.status !== 201) throw new Error(`no broadcast was made: ${JSON.stringify(made.body)}`);
  return made.body;
}

/** Moves the clock of the channel, as the sandbox does. @param hours from now; 0 sets it right */
export async function moveClock({ server, channelId }: World, hours: number): Promise<void> {
  await queryAsOwner(server.owner, 'update channels set clock_offset_ms = $2, version = version + 1 where id = $1', [
    channelId,
    Math.round(hours * 3_600_000),
  ]);
}

/** No message is in flight any more; phones without an open chat read nothing. */
export const isSettled = ({ state, total, counters }: Campaign): boolean =>
  state === 'FINISHED' &&
  counters.delivered + counters.read + counters.failed + counters.skipped + counters.capped === total;

type Command = 'start' | 'pause' | 'resume' | 'send-rest' | 'cancel' | 'end';
/** @returns the broadcast in the command's response */
export async function runCommand(world: World, campaign: { id: string }, name: Command): Promise<Campaign> {
  const answer = await world.api(`POST /api/campaigns/{id}/${name}`, { params: { id: campaign.id } });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function getCampaign(world: World, { id }: { id: string }): Promise<Campaign> {
  return (await world.api('GET /api/campaigns/{id}', { params: { id } })).body;
}

/** Waits until a broadcast satisfies a condition. @returns it in that state */
export function untilCampaign(
  world: World,
  campaign: { id: string },
  isSo: (now: Campaign) => boolean,
  withinMs = 120_000,
): Promise<Campaign> {
  return until(async () => {
    const now = await getCampaign(world, campaign);
    return isSo(now) ? now : null;
  }, withinMs);
}

/**
 * Pauses it at a moment when some of its messages wait in the channel's queue.
 * @param parkedNow counts those
 */
export async function pauseWhileQueued(
  world: World,
  campaign: { id: string },
  parkedNow: () => Promise<number>,
): Promise<Campaign> {
  return until(async () => {
    const paused = await runCommand(world, campaign, 'pause');
    if ((await parkedNow()) > 0) return paused;
    await runCommand(world, campaign, 'resume');
    return null;
  });
}

/** Starts it, and waits for the snapshot of its recipients. */
export async function startAndSnapshot(world: World, campaign: { id: string }): Promise<Campaign> {
  await runCommand(world, campaign, 'start');
  return untilCampaign(world, campaign, (now) => !now.preparing);
}

/** The messages that the simulator received, in order: recipient and our id. */
export async function receivedByPhones(world: World): Promise<Array<{ phone: string; opaque: string | null }>> {
  const { data } = await world.phone<{ data: Array<{ phone: string; opaque: string | null }> }>(
    'GET',
    '/books?limit=10000',
  );
  return data;
}

/** How many messages the simulator received for each number. */
export async function timesGot(world: World, phones: readonly string[]): Promise<number[]> {
  const book = await receivedByPhones(world);
  return phones.map((phone) => book.filter((entry) => entry.phone === phone).length);
}

export type RecipientRow = {
  n: number;
  phone_number: string;
  state: string;
  reason: string | null;
  message_id: string | null;
  attempt: number;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  replied_at: Date | null;
  tapped: string | null;
};
/** The recipients of a broadcast in the table. */
export function listRecipients(world: World, { id }: { id: string }): Promise<RecipientRow[]> {
  return queryAsOwner<RecipientRow>(
    world.server.owner,
    'select * from campaign_recipients where campaign_id = $1 order by n',
    [id],
  );
}
