import type { Channel, Message, Thread, User, UserGroup } from '@parley/contract/types';
import { LiveAccount, threadsOf } from '../../sync/public.ts';
import { buildMessage, buildThread, createMemoryCache } from '../../sync/public-samples.ts';

/** The user of the samples. */
export const sampleUid = '01890000-0000-7000-8000-0000000000a1';
const danaId = '01890000-0000-7000-8000-0000000000a2';
export const sampleNow = new Date(2026, 10, 20, 10, 11).getTime();

export const sampleUsers: User[] = [
  {
    id: sampleUid,
    name: 'Mateo Ruiz',
    email: 'mateo@example.com',
    photo_url: null,
    role: 'Owner',
    state: 'active',
    version: 1,
  },
  {
    id: danaId,
    name: 'Dana Whitfield',
    email: 'dana@example.com',
    photo_url: null,
    role: 'User',
    state: 'active',
    version: 1,
  },
];

export const sampleGroups: UserGroup[] = [
  { id: '01890000-0000-7000-8000-0000000000f1', name: 'Workshop', member_ids: [sampleUid], version: 1 },
];

function buildChannel(id: string, channel_label: string): Channel {
  return {
    id,
    kind: 'WHATSAPP',
    channel_label,
    phone_number: '442079460018',
    phone_number_id: '106540352242922',
    waba_id: '102290129340398',
    adapter_url: null,
    sandbox: false,
    verified: true,
    state: 'ACTIVE',
    state_reason: null,
    pace: 80,
    clock_offset_ms: 0,
    secrets: { access_token: '3f9a', app_secret: '77c1', verify_token: 'e2d0' },
    previous_until: null,
    working_hours: null,
    default_templates: { window_closed: null, first_message: null },
    created_at: '2026-03-04T09:00:00.000Z',
    version: 1,
  };
}

export const sampleChannels = [
  buildChannel('01890000-0000-7000-8000-0000000000c1', 'Kestrel shop'),
  buildChannel('01890000-0000-7000-8000-0000000000c2', 'Workshop'),
];

/** A time of the sample's today, or of days before. */
export function sampleTime(clock: string, daysAgo = 0): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return new Date(2026, 10, 20 - daysAgo, hours, minutes).toISOString();
}

type Last = NonNullable<Thread['last_message']>;

function last(changes: Partial<Last>): Last {
  return {
    id: 'last',
    direction: 'INCOMING',
    type: 'text',
    preview: '',
    status: 2,
    send_state: null,
    created_by: 'webhook',
    version: 1,
    ...changes,
  };
}

function sent(changes: Partial<Last>): Last {
  return last({ direction: 'OUTGOING', send_state: 'accepted', created_by: sampleUid, ...changes });
}

const [shop, workshop] = sampleChannels.map((channel) => channel.id);
let rows = 0;

function row(name: string, changes: Partial<Thread>): Thread {
  rows += 1;
  const contact = { name, phone_number: `44770090${String(100 + rows).padStart(4, '0')}`, username: null };
  return buildThread({ id: `thread-${rows}`, contact_id: `contact-${rows}`, contact, channel_id: shop, ...changes });
}

/** Rows of the list in every state, as in the mock screen. */
export const sampleThreads: Thread[] = [
  row('ليلى حداد', {
    channel_id: workshop,
    unread_count: 1,
    window_expires_at: new Date(sampleNow + 41 * 60_000).toISOString(),
    last_message: last({ preview: 'شكراً! متى يمكنني استلام الدراجة؟' }),
    last_message_at: sampleTime('10:52', 1),
  }),
  row('Amara Okafor', {
    unread_count: 2,
    window_expires_at: new Date(sampleNow + 23.7 * 3_600_000).toISOString(),
    last_message: last({ type: 'audio' }),
    last_message_at: sampleTime('09:52'),
  }),
  row('佐藤 美咲', {
    unread_count: 1,
    window_expires_at: new Date(sampleNow + 230 * 60_000).toISOString(),
    last_message: last({ type: 'image' }),
    last_message_at: sampleTime('14:01', 1),
  }),
  row('Henrik Lindqvist', {
    channel_id: workshop,
    window_expires_at: new Date(sampleNow + 17 * 3_600_000).toISOString(),
    last_message: sent({ preview: 'The invoice is attached, thanks for your patience', status: 3 }),
    last_message_at: sampleTime('09:31'),
  }),
  row('Priya Raghunathan', {
    assignee_group_id: sampleGroups[0]?.id ?? null,
    window_expires_at: new Date(sampleNow + 16 * 3_600_000).toISOString(),
    last_message: last({ preview: 'Do you have the 54 cm frame?' }),
    last_message_at: sampleTime('08:47'),
  }),
  row('Camille Moreau', {
    assignee_id: danaId,
    window_expires_at: new Date(sampleNow + 14 * 3_600_000).toISOString(),
    last_message: last({ type: 'location', preview: '14 Rue du Port' }),
    last_message_at: sampleTime('08:12'),
  }),
  row('Diego Paredes', {
    channel_id: workshop,
    window_expires_at: sampleTime('16:53', 1),
    last_message: sent({ preview: 'Con neumático nuevo son £34', status: -1, send_state: 'failed' }),
    last_message_at: sampleTime('17:04', 1),
  }),
  row('', {
    contact: { name: '', phone_number: null, username: 'mei.tanaka' },
    window_expires_at: new Date(sampleNow + 10 * 3_600_000).toISOString(),
    last_message: sent({ preview: 'Thanks, we will get back to you', created_by: 'bot' }),
    last_message_at: sampleTime('20:10', 1),
  }),
  row('Bartholomew Featherstonehaugh-Cholmondeley', {
    assignee_id: danaId,
    window_expires_at: null,
    last_message: sent({ preview: 'The helmet is here for you', created_by: danaId, status: 1 }),
    last_message_at: sampleTime('11:00', 3),
  }),
  row('', {
    contact: { name: '', phone_number: '447700900361', username: null },
    window_expires_at: null,
    last_message: last({ preview: 'Do you fix tandems?' }),
    last_message_at: sampleTime('11:00', 12),
  }),
];

export const sampleThread: Thread = row('Amara Okafor', {
  contact: { name: 'Amara Okafor', phone_number: '447700900118', username: null },
  assignee_id: sampleUid,
  window_expires_at: new Date(Date.now() + 23.6 * 3_600_000).toISOString(),
});

/** A conversation with a WhatsApp group. */
export const sampleGroup: Thread = row('Saturday ride', {
  contact: { name: 'Saturday ride', phone_number: null, username: null },
  group: {
    state: 'active',
    description: 'Meeting at the bridge at nine.',
    participants: ['Amara Okafor', 'Lena Brandt', 'Tomás Rivera'].map((name, index) => ({
      id: `sample-person-${index}`,
      contact_id: `sample-person-${index}`,
      ...{ name, phone_number: `44770090012${index}`, username: null, is_in: true },
    })),
  },
});

let made = 0;

/** A message of the sample conversation; each is later than the one before. */
export function sampleMessage(at: string, changes: Partial<Message>): Message {
  made += 1;
  const id = changes.id ?? `sample-${String(made).padStart(4, '0')}`;
  return buildMessage({
    thread_id: sampleThread.id,
    timestamp: at,
    created_at: at,
    ...changes,
    ...(changes.type === undefined || changes.type === 'text' ? {} : { text: undefined }),
    id,
  });
}

/** One of ours. */
export function sampleSent(at: string, changes: Partial<Message>): Message {
  return sampleMessage(at, {
    direction: 'OUTGOING',
    created_by: sampleUid,
    medium: 'WEB_APP',
    send_state: 'accepted',
    ...changes,
  });
}

/** An account with rows and without a server: its connection is in the state "connecting". */
export function sampleAccount(threads: readonly Thread[], messages: readonly Message[]): LiveAccount {
  const account = new LiveAccount({
    uid: sampleUid,
    api: () => new Promise(() => undefined),
    upload: () => Promise.reject(new Error('nothing is uploaded here')),
    token: () => new Promise(() => undefined),
    renewToken: async () => undefined,
    openSocket: () => new EventTarget() as WebSocket,
    cache: createMemoryCache(),
    tabs: {
      // Samples send nothing: queued messages wait.
      exclusively: () => new Promise(() => undefined),
      notifyTabs: () => undefined,
      onNotified: () => () => undefined,
      close: () => undefined,
    },
    deviceOnline: () => true,
    onRemoved: () => undefined,
  });
  account.store.putRows('users', sampleUsers);
  account.store.putRows('user_groups', sampleGroups);
  account.store.putRows('channels', sampleChannels);
  account.store.putRows('threads', [...threads]);
  threadsOf(account).windows.restore({
    threadId: sampleThread.id,
    messages,
    olderCursor: null,
    state: 'current',
    deleted: new Map(),
  });
  return account;
}
