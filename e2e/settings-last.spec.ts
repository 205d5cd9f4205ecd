import type { Formats, InputOf, NotificationSettings, Preferences } from '@parley/contract/types';
import { apiCall } from '../scripts/api-call.ts';
import { claimSetup, createAccount, owner, signInOverApi, waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

type Account = Required<
  Omit<InputOf<'PUT /api/client'>['body'], 'require_two_step_verification' | 'sign_in_provider' | 'referral_source'>
>;
type Profile = Required<Omit<InputOf<'PUT /api/auth/profile'>['body'], 'photoURL' | 'default_client_id'>>;

/**
 * Each with another value than the one it begins with. A new setting without a value here is a type error.
 * Two-step verification would keep this owner out; second-factor.spec.ts tests it.
 */
const account: Account = {
  name: 'Kestrel & Heron',
  country: 'NZ',
  time_zone: 'Pacific/Auckland',
  industry: 'AUTO',
  website: 'https://kestrel.example',
  team_size: '6-20',
  user_restrictions: { only_assigned: true, mask_phone_numbers: true, no_export: true, no_deletion: true },
  users_may_delete_all_contacts: true,
  join_by_domain: true,
  opt_out_words: [{ language: 'sv', opt_out: ['AVSLUTA'], opt_in: ['BÖRJA'] }],
  opt_out_answers: { on: false, texts: [{ language: 'sv', opt_out: 'Klart.', opt_in: 'Välkommen.' }] },
  working_hours: {
    days: { mon: [{ from: '09:00', to: '17:30' }], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
    holidays: [{ date: '2027-05-03', name: 'Spring holiday' }],
  },
  assignment_rule: { user_ids: [], group_ids: [], capacity: 12, only_working: true },
  invitation_branding: { name: 'The Kestrel team', logo: false, greeting: 'Welcome!' },
  rating_rule: {
    scale: 3,
    delay_minutes: 5,
    every_days: 14,
    comments: true,
    texts: [{ language: 'en', question: 'How was it?', button: 'Answer', thanks: 'Thank you.' }],
  },
  auto_close_rule: { after_minutes: 4_320, waiting: true, text: 'We closed this.' },
  closing_soon_minutes: 30,
  only_assignee_replies: true,
  currency: 'NZD',
  link_previews: 'all',
  reply_targets: {
    targets: [
      {
        ...{ channel_ids: [], label_ids: [], hours: 'working' },
        ...{ first_minutes: 45, next_minutes: 90, resolve_minutes: 1_440 },
      },
    ],
    warn_minutes: 10,
    tell_admins: true,
  },
};
const formats: Formats = { region: 'DE', hour_format: '12', week_start: 'sat' };
const profile: Profile = { displayName: 'Dana W.', phoneNumber: '+44 20', time_zone: 'Asia/Tokyo', formats };
const preferences: Required<Preferences> = {
  theme: 'dark',
  density: 'compact',
  language: 'en',
  direction: 'ltr',
  enter: 'line',
  undo_send_seconds: 5,
  single_keys: false,
  keys: { 'message.new': 'y' },
};
const member = {
  name: 'Dana (shop)',
  customer_name: 'Dana from Kestrel',
  away: true,
  working_hours: [{ day: 5, from: '22:00', to: '06:00' }],
};
const retention = { messages_days: 400 };
const rates = {
  currency: 'EUR',
  version: 0,
  rates: [{ from: '2026-01-01', category: 'utility', market: '', price: 0.25 }],
};
const broadcasts = {
  monthly_budget: 250.5,
  warn_percent: 70,
  start_over_budget: true,
  limit_messages: 3,
  limit_days: 7,
};

/** Every entry of the settings page and its value on a new device after the changes above. */
const shown: [title: string, value: RegExp | string][] = [
  ['Name and phone', profile.displayName],
  ['Email', owner.email],
  ['Password and providers', '1 way to sign in'],
  ['Two-step verification', 'Off'],
  ['Sessions and devices', /[2-9] sessions/],
  ['Assistants', 'None connected'],
  ['Appearance and keys', 'Dark, compact, Enter starts a new line'],
  ['Offline copy', '40 MB'],
  ['Language and region', 'English, Germany'],
  ['Time zone', 'Asia/Tokyo'],
  ['Notifications', 'Sound off, quiet 8:00 pm–7:00 am'],
  ['Keyboard shortcuts', '1 changed, single keys off'],
  ['Accounts', '1 account'],
  ['Business', 'Kestrel & Heron, New Zealand'],
  ['Working hours', /(Open|Closed) .+/],
  ['Assignment of new conversations', 'Members in turn'],
  ['Replies to assigned conversations', 'Only the assigned member'],
  ['Stages', 'NZD'],
  ['Reply window warning', '30 minutes'],
  ['Reply targets', 'On'],
  ['Automatic closing', '3 days'],
  ['Link previews', 'All links'],
  ['Satisfaction rating', 'On'],
  ['Opt-out words', '1 language'],
  ['Opt-out confirmations', 'Off'],
  ['Broadcasts', /250,50\s€ a month/],
  ['Rates', '1 rate in EUR'],
  ['Invitations', 'The Kestrel team'],
  ['Rules for all Users', '4 limits'],
  ['Joining', 'On'],
  ['How members sign in', 'Any method'],
  ['User provisioning', 'Off'],
  ['Data retention', '400 days'],
  ['Move to Parley', 'From a phone or another tool'],
  ['Export everything', 'No file'],
  ['Audit log', /Last event .+/],
  ['Channels', /\d/],
  ['Team', '1'],
  ['Custom attributes', 'None yet'],
  ['Integrations', 'No webhooks'],
  ['AI provider', 'Off'],
  ['API keys', 'None yet'],
  ['Feature request', 'None open'],
  ['Report a bug', 'bugs@kestrel.example'],
];

test('every setting of the account and the person survives kill -9 and is there on another device', {
  tag: '@data',
}, async ({ freshServer: server, page, watch }) => {
  const first = await createAccount(server, owner, await claimSetup(server, owner));
  const put = (path: string, body: object) => apiCall(server.url, 'PUT', path, body, first);
  const read = async <T = object>(path: string, token = first) => apiCall<T>(server.url, 'GET', path, undefined, token);
  const { user_id: uid } = await read<{ user_id: string }>('/api/client');
  const [defaults, limits] = await Promise.all([
    read<NotificationSettings>('/api/notification-settings'),
    read<{ version: number }>('/api/broadcast-settings'),
  ]);
  const notifications: NotificationSettings = {
    rules: { ...defaults.rules, other: { in_app: true, desktop: true, phone: true, email: true } },
    quiet: { on: true, from: '20:00', to: '07:00', days: [0, 6], time_zone: 'Europe/London' },
    sound: false,
    digest_minutes: 45,
  };
  // One call for each, as the pages do.
  for (const [name, value] of Object.entries(account)) await put('/api/client', { [name]: value });
  for (const [name, value] of Object.entries(profile)) await put('/api/auth/profile', { [name]: value });
  for (const [name, value] of Object.entries(preferences)) await put('/api/auth/preferences', { [name]: value });
  for (const [name, value] of Object.entries(member)) await put(`/api/team/${uid}`, { [name]: value });
  await put('/api/notification-settings', notifications);
  await put('/api/retention', retention);
  // The budget is in the currency of the rates.
  await put('/api/reports/rates', rates);
  await put('/api/broadcast-settings', { ...broadcasts, version: limits.version });
  await put('/api/feedback-settings', { destination: 'email', email: 'bugs@kestrel.example' });

  await server.kill();
  await server.start();
  const device = await signInOverApi(server, owner);
  const there = <T = object>(path: string) => read<T>(path, device);
  expect(await there('/api/client')).toMatchObject(account);
  const { displayName, phoneNumber, time_zone } = profile;
  expect(await there('/api/auth/profile')).toMatchObject({ user: { displayName, phoneNumber }, time_zone, formats });
  expect(await there('/api/bootstrap')).toMatchObject({ time_zone, formats, preferences });
  expect(await there(`/api/team/${uid}`)).toMatchObject(member);
  expect(await there('/api/notification-settings')).toEqual(notifications);
  expect(await there('/api/retention')).toEqual(retention);
  expect(await there('/api/reports/rates')).toMatchObject({ currency: 'EUR', rates: rates.rates });
  expect(await there('/api/broadcast-settings')).toMatchObject(broadcasts);
  expect(await there('/api/feedback-settings')).toMatchObject({ destination: 'email', email: 'bugs@kestrel.example' });

  await test.step('the settings page lists each with its value', async () => {
    await signIn(page, server, owner, '/settings');
    // Not the state of the server below them.
    const entries = page.locator('[aria-labelledby^="settings-"]').getByRole('listitem');
    await expect(entries.filter({ hasText: 'Report a bug' })).toContainText('bugs@kestrel.example');
    const lines = shown.map(([title, value]) => {
      const text = typeof value === 'string' ? value.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : value.source;
      return new RegExp(`^${title}\\s*${text}$`);
    });
    await expect(entries).toHaveText(lines);
  });
  watch.expectNothing();
});

test('appearance and keys, and the size of the offline copy, have their effect at once, after a reload and after kill -9', async ({
  freshServer: server,
  page,
  watch,
}) => {
  await createAccount(server, owner, await claimSetup(server, owner));
  await signIn(page, server, owner, '/settings/personal');
  const choices = [
    ['Theme', 'Dark'],
    ['Rows', 'Compact'],
    ['Direction', 'Right to left'],
    ['Time to undo sending', '5 s'],
    ['Enter key', 'Starts a new line'],
  ] as const;
  const choice = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group }).getByRole('radio', { name });
  for (const [group, name] of choices) await choice(group, name).check();
  await page.getByRole('textbox', { name: /^Maximum size in MB/ }).fill('12.5');
  await page.getByRole('textbox', { name: /^Maximum size in MB/ }).press('Enter');
  await expect(page.getByText(/of 12\.5 MB$/)).toBeVisible();
  const expectEffects = async () => {
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(root).toHaveAttribute('data-density', 'compact');
    await expect(root).toHaveAttribute('dir', 'rtl');
    for (const [group, name] of choices) await expect(choice(group, name)).toBeChecked();
    await expect(page.getByRole('textbox', { name: /^Maximum size in MB/ })).toHaveValue('12.5');
  };
  await expectEffects();
  await page.reload();
  await expectEffects();
  watch.expect(...noAnswer);
  await server.kill();
  await server.start();
  await page.reload();
  await expectEffects();
  await page.goto(`${server.url}/settings`);
  await expect(
    page.getByRole('link', { name: /^Appearance and keys Dark, compact, Enter starts a new line/ }),
  ).toBeVisible();

  await test.step('Enter begins a line, and what is sent can be taken back', async () => {
    const token = await signInOverApi(server, owner);
    await writeAsCustomer(server, token, 'Is it ready?');
    const threadId = await waitForThread(server, token, 'Is it ready?');
    await page.goto(`${server.url}/inbox/${threadId}`);
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.fill('Yes.');
    await reply.press('Enter');
    await reply.pressSequentially('Come by.');
    await expect(reply).toHaveValue('Yes.\nCome by.');
    await reply.press('Control+Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(reply).toHaveValue('Yes.\nCome by.');
  });
  watch.expectNothing();
});
