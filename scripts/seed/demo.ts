import type { Client, Template, WorkingHours } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';
import { seedAutomations } from './automations.ts';
import { seedBroadcasts, seedSandboxContacts } from './broadcasts.ts';
import { seedComposed } from './composed.ts';
import { seedContacts } from './contacts.ts';
import type { Conversation } from './conversation.ts';
import { seedFeedback } from './feedback.ts';
import { type Installation, inTransaction } from './installation.ts';
import { seedIntegrations } from './integrations.ts';
import { seedLabels } from './labels.ts';
import { addMember, ensureUser, type SignIn, signIn } from './members.ts';
import { seedNotes } from './notes.ts';
import { movePastSends } from './past-sends.ts';
import { type PlayedConversation, playConversation, type SeedContext } from './play-conversation.ts';
import { seedRatings } from './ratings.ts';
import { seedReports } from './reports.ts';
import { openSandbox } from './sandbox.ts';
import { seedScheduled } from './scheduled.ts';
import { setOutcomes, shiftTimestamps } from './shift-timestamps.ts';
import { shopConversations } from './shop-conversations.ts';
import { longConversation, shortConversations } from './short-conversations.ts';
import { seedStages } from './stages.ts';
import { seedTeam } from './team.ts';
import { seedTemplates } from './templates.ts';

export const demoOwner: SignIn = {
  name: 'Dana Whitfield',
  email: 'demo@kestrel.example',
  password: 'fifty gears and a bell',
};
export const demoMember: SignIn = { ...demoOwner, name: 'Omar Haddad', email: 'omar@kestrel.example' };

/** Set last: an account with it is complete. */
const website = 'https://kestrel.example';
const business = {
  name: 'Kestrel Cycles',
  country: 'GB',
  time_zone: 'Europe/London',
  team_size: '2-5',
  referral_source: 'friend',
};
const shopDay = [{ from: '09:00', to: '17:30' }];
const shopHours: WorkingHours = {
  time_zone: business.time_zone,
  days: {
    mon: shopDay,
    tue: shopDay,
    wed: shopDay,
    thu: shopDay,
    fri: shopDay,
    sat: [{ from: '10:00', to: '16:00' }],
    sun: [],
  },
  holidays: [{ date: '2026-12-25', name: 'Christmas' }],
};
/** Conversations at once; the sandbox takes fifty sends a second. */
const atOnce = 8;

/**
 * A bicycle shop's account with a team and a week of conversations.
 * @returns false when it was there already
 */
export async function seedDemo(installation: Installation, say: (line: string) => void): Promise<boolean> {
  const { owner, url } = installation;
  const first = await ensureUser(installation, demoOwner);
  if (await isThere(installation)) return false;
  const { client_id: clientId } = await apiCall<Client>(url, 'POST', '/api/clients', business, first.token);
  const member = await ensureUser(installation, demoMember);
  await addMember(installation, clientId, member.uid, 'User');
  const stage: SeedContext = {
    installation,
    clientId,
    sandbox: await openSandbox(installation, clientId),
    team: { dana: await signIn(installation, demoOwner), omar: await signIn(installation, demoMember) },
  };

  // So that the list of channels has content.
  const channel = `/api/channels/${stage.sandbox.channelId}`;
  await apiCall(url, 'POST', `${channel}/doctor`, undefined, stage.team.dana.token);
  const templates = await fetchTemplates(url, stage.sandbox.channelId, stage.team.dana.token);
  const set = { working_hours: shopHours, default_templates: templates };
  await apiCall(url, 'PUT', channel, set, stage.team.dana.token);

  const all = [longConversation, ...shopConversations, ...shortConversations];
  // The next send fails, whatever its sender: such conversations are played alone.
  const alone = all.filter(failsByCode);
  say(`Playing ${all.length} conversations…`);
  const performances = await inParallel(
    all.filter((conversation) => !failsByCode(conversation)),
    (conversation) => playConversation(stage, conversation),
  );
  for (const conversation of alone) performances.push(await playConversation(stage, conversation));
  // Some conversations wait for longer than that.
  const target = { first_minutes: 60, next_minutes: 240, resolve_minutes: null };
  const targets = [{ channel_ids: [], label_ids: [], ...target, hours: 'always' }];
  await apiCall(url, 'PUT', '/api/client', { reply_targets: { targets } }, stage.team.dana.token);
  await inTransaction(owner, async (client) => {
    await setOutcomes(
      client,
      clientId,
      performances.flatMap(({ forcedOutcomes }) => forcedOutcomes),
    );
    await shiftTimestamps(
      client,
      clientId,
      performances.flatMap(({ played }) => played),
      business.time_zone,
    );
  });
  await seedSandboxContacts(url, stage.team.dana.token);
  await seedContacts(url, stage.team.dana.token);
  await seedBroadcasts(url, stage.sandbox, stage.team.dana.token);
  await seedComposed(url, stage.sandbox.channelId, stage.team);
  await seedTemplates(url, stage.sandbox.channelId, stage.team);
  await seedTeam(installation, clientId, demoOwner, member);
  await seedNotes(
    stage,
    performances.flatMap(({ notes }) => notes),
    business.time_zone,
  );
  await seedLabels(url, owner, clientId, stage.team.dana.token);
  await seedStages(url, owner, clientId, stage.team.dana.token);
  await movePastSends(installation, clientId, business.time_zone);
  const author = { clientId, channelId: stage.sandbox.channelId, token: stage.team.dana.token };
  await seedScheduled(url, owner, author);
  await seedAutomations(url, stage.team.dana.token);
  await seedReports(owner, clientId, stage.sandbox.channelId, [first.uid, member.uid]);
  await seedRatings(owner, { url, token: stage.team.dana.token, clientId, uids: [first.uid, member.uid] });
  await seedFeedback(stage);
  await seedIntegrations(url, stage.sandbox.channelId, stage.team.dana.token);
  const { days, holidays } = shopHours;
  await apiCall<Client>(
    url,
    'PUT',
    '/api/client',
    { website, industry: 'RETAIL', working_hours: { days, holidays } },
    stage.team.dana.token,
  );
  say(`${performances.flatMap(({ played }) => played).length} messages.`);
  return true;
}

/** Fetches the sandbox's templates. @returns those that its channel offers first */
async function fetchTemplates(url: string, channelId: string, token: string): Promise<Record<string, string>> {
  await apiCall(url, 'POST', '/api/templates/sync', { channel_id: channelId }, token);
  const { data } = await apiCall<{ data: Template[] }>(url, 'GET', '/api/templates?status=ACTIVE', undefined, token);
  const named = (wanted: string) => data.find(({ name, language }) => name === wanted && language === 'en_US');
  const chosen = { window_closed: named('order_ready'), first_message: named('hello_world') };
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([use, template]) => (template ? [[use, template.id]] : [])),
  );
}

function failsByCode({ steps }: Conversation): boolean {
  return steps.some((step) => step.kind === 'us' && 'goesWrong' in step && typeof step.goesWrong === 'number');
}

async function isThere({ owner }: Installation): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from clients c join client_users m on m.client_id = c.id join users u on u.id = m.user_id
     where lower(u.email) = $1 and c.website = $2 and c.deleted_at is null`,
    [demoOwner.email, website],
  );
  return (rowCount ?? 0) > 0;
}

async function inParallel(
  conversations: readonly Conversation[],
  play: (conversation: Conversation) => Promise<PlayedConversation>,
): Promise<PlayedConversation[]> {
  const done: PlayedConversation[] = [];
  const waiting = [...conversations];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) done.push(await play(next));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done;
}
