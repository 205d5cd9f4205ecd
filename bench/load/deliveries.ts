import { createHash, createHmac } from 'node:crypto';
import { buildWebhook, escapeAsMeta } from '@parley/whatsapp-fixtures';
import { knownPhone, messageId, newPhone, providerId, userIdOf } from '../harness/seed.ts';

/** A number for deliveries, and its webhook URL. */
export type Destination = {
  path: string;
  secret: string;
  wabaId: string;
  phoneNumberId: string;
  displayPhoneNumber: string;
};

/**
 * Which deliveries a round sends: ten statuses to one message, spread over the destinations. Each status is of another
 * message sent before (`firstMessage` onwards) and advances it by one step; half of the messages are from customers who never
 * wrote (`firstCustomer` onwards), each from another one.
 */
export type DeliveryPlan = {
  destinations: Destination[];
  posts: number;
  eventsPerPost: number;
  /** Part of the ids of incoming messages, so that those of two rounds differ. */
  label: string;
  status: 'delivered' | 'read' | 'played';
  firstMessage: number;
  /** The number of known customers of a destination. */
  knownCustomers: number;
  firstCustomer: number;
  /** Only messages, from each known customer in turn. */
  messagesOnly?: boolean;
};

/** The expected rows of a plan, by destination. */
export type ExpectedCounts = { statuses: number; messages: number; newCustomers: number };

const eventsPerMessage = 11;

/** The expected counts of a plan, without creating it. */
export function expectedCountsOf(
  plan: Pick<DeliveryPlan, 'posts' | 'eventsPerPost' | 'messagesOnly'> & { destinations: readonly unknown[] },
): ExpectedCounts[] {
  const expected = plan.destinations.map((): ExpectedCounts => ({ statuses: 0, messages: 0, newCustomers: 0 }));
  for (let event = 0; event < plan.posts * plan.eventsPerPost; event++) {
    const counts = expected[Math.floor(event / plan.eventsPerPost) % expected.length];
    if (counts === undefined) continue;
    if (plan.messagesOnly === true) counts.messages++;
    else if (event % eventsPerMessage !== eventsPerMessage - 1) counts.statuses++;
    else if (counts.messages++ % 2 === 0) counts.newCustomers++;
  }
  return expected;
}

/** Whole HTTP requests, ready to be written, in order. */
export function prepareDeliveries(plan: DeliveryPlan, host: string): Buffer[] {
  const expected = plan.destinations.map((): ExpectedCounts => ({ statuses: 0, messages: 0, newCustomers: 0 }));
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const requests: Buffer[] = [];
  for (let post = 0; post < plan.posts; post++) {
    const place = post % plan.destinations.length;
    const destination = plan.destinations[place];
    const counts = expected[place];
    if (destination === undefined || counts === undefined) throw new Error('a plan without destinations');
    const value = { contacts: [] as unknown[], messages: [] as unknown[], statuses: [] as unknown[] };
    for (let n = 0; n < plan.eventsPerPost; n++) {
      const isMessage =
        plan.messagesOnly === true || (post * plan.eventsPerPost + n) % eventsPerMessage === eventsPerMessage - 1;
      if (isMessage) addMessage(value, plan, place, counts, timestamp);
      else addStatus(value, plan, place, counts, timestamp);
    }
    const filled = Object.fromEntries(Object.entries(value).filter(([, list]) => list.length > 0));
    requests.push(toRequest(destination, host, buildWebhook(destination, filled)));
  }
  return requests;
}

type Value = { contacts: unknown[]; messages: unknown[]; statuses: unknown[] };

function addStatus(value: Value, plan: DeliveryPlan, place: number, counts: ExpectedCounts, timestamp: string): void {
  const n = plan.firstMessage + counts.statuses++;
  const customer = n % plan.knownCustomers;
  const phone = knownPhone(place, customer);
  value.contacts.push({ profile: { name: `Customer ${customer}` }, wa_id: phone, user_id: userIdOf(phone) });
  value.statuses.push({
    id: providerId(place, n),
    status: plan.status,
    timestamp,
    recipient_id: phone,
    recipient_user_id: userIdOf(phone),
    biz_opaque_callback_data: messageId(place, n),
    pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'service' },
  });
}

const words = [
  'Hello, is my order ready? I would like to pick it up this afternoon.',
  'Grüße! Können Sie mir sagen, wann das Paket ankommt? 📦',
  'Thank you so much, that was quick.',
];

function addMessage(value: Value, plan: DeliveryPlan, place: number, counts: ExpectedCounts, timestamp: string): void {
  const n = counts.messages++;
  const isNew = plan.messagesOnly !== true && n % 2 === 0;
  const known = plan.messagesOnly === true ? n : Math.floor(n / 2);
  const phone = isNew
    ? newPhone(place, plan.firstCustomer + counts.newCustomers++)
    : knownPhone(place, known % plan.knownCustomers);
  const tail = createHash('sha256').update(`${plan.label}/${place}/${n}`).digest('hex').slice(0, 24).toUpperCase();
  value.contacts.push({ profile: { name: `Customer ${n}` }, wa_id: phone, user_id: userIdOf(phone) });
  value.messages.push({
    from: phone,
    from_user_id: userIdOf(phone),
    id: `wamid.HBgM${plan.label}${tail}AA==`,
    timestamp,
    type: 'text',
    text: { body: words[n % words.length] },
  });
}

function toRequest(destination: Destination, host: string, payload: unknown): Buffer {
  const body = Buffer.from(escapeAsMeta(JSON.stringify(payload)), 'latin1');
  const signature = createHmac('sha256', destination.secret).update(body).digest('hex');
  const head = [
    `POST ${destination.path} HTTP/1.1`,
    `Host: ${host}`,
    'User-Agent: facebookexternalua',
    'Accept: */*',
    'Content-Type: application/json',
    `X-Hub-Signature-256: sha256=${signature}`,
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}
