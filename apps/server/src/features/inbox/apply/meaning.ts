/** What deliveries mean, before a row is touched. */
import type { InboundMessage } from '@parley/whatsapp-client';
import type { RoutedChannel } from '../../channels/public.ts';
import type { Person } from '../../contacts/public.ts';
import type { StatusFold } from './fold-status.ts';
import type { ToldUpdate } from './interpret-updates.ts';

/** A message of a conversation, with its place. Who wrote it stands in `origin`; `person` is always the customer. */
export type Inbound = {
  channel: RoutedChannel;
  person: Person;
  message: InboundMessage;
  at: Date;
  origin: Origin;
};

/**
 * `customer` just now; `note` something WhatsApp tells in the customer's name, which neither is unread nor opens the
 * window; `phone_app` we, in the app of the same number; `past` before the number was connected.
 */
export type Origin =
  | { kind: 'customer' | 'note' | 'phone_app' }
  | { kind: 'past'; direction: 'INCOMING' | 'OUTGOING'; status: string | null };

/** A reaction to a message: the customer's, or ours from the phone app. */
export type ReactionEvent = {
  channel: RoutedChannel;
  side: 'theirs' | 'ours';
  providerMessageId: string;
  emoji: string;
  at: Date;
  /** What is kept when the message reacted to is not known here. */
  ifUnknown: Refusal;
};

/** An earlier message was changed or deleted where it was written. */
export type Amendment = {
  channel: RoutedChannel;
  amends: NonNullable<InboundMessage['amends']>;
  at: Date;
  ifUnknown: Refusal;
};

/** A person stopped or resumed marketing. */
export type Preference = { channel: RoutedChannel; person: Person; wants: boolean; detail: string | null; at: Date };

/** What came and what became of it, by whose address it came to. */
export type Tally = { clientId: string; channelId: string; deliveries: number; received: number; stored: number };

/** A part that was kept but not turned into rows. `part` numbers the events of its delivery, from 0. */
export type Refusal = {
  clientId: string;
  channelId: string;
  seq: number;
  part: number;
  receivedAt: Date;
  reason: string;
  detail: unknown;
  /** A remark about a part that did become rows. */
  stored?: true;
};

/** Makes the refusal of one part of a delivery. */
export type RefusalOf = (reason: string, detail?: unknown) => Refusal;

export type Interpreted = {
  inbound: Inbound[];
  statuses: StatusFold[];
  reactions: ReactionEvent[];
  amendments: Amendment[];
  /** People that are named without a message: by the phone app's address book. */
  people: Person[];
  preferences: Preference[];
  updates: ToldUpdate[];
  refusals: Refusal[];
  tallies: Tally[];
};

/** Whether we wrote it, wherever. */
export function isOurs(origin: Origin): boolean {
  return origin.kind === 'phone_app' || (origin.kind === 'past' && origin.direction === 'OUTGOING');
}
