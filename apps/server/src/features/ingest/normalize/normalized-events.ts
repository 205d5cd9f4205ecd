/** The contents of deliveries, normalized, before any row is read or written. */
import type { CallOffer, CallProgress, GroupUpdate, Holder, InboundMessage } from '@parley/whatsapp-client';
import type { RoutedChannel } from '../../channels/public.ts';
import type { ContactInput } from '../../contacts/public.ts';
import type { StatusFold } from '../../messaging/public.ts';
import type { RoutedUpdate } from './normalize-updates.ts';

/**
 * A message and its channel. `origin` names its author; `contact` is always the customer, or the group: then `sender` is who
 * of it wrote, null for a message of ours.
 */
export type NormalizedMessage = {
  channel: RoutedChannel;
  contact: ContactInput;
  sender?: ContactInput | null;
  message: InboundMessage;
  at: Date;
  origin: Origin;
};

/**
 * `customer`: sent by the customer now; `own_call`: a call of the business that ended; `note`: a system message in the customer's name, which neither counts as unread
 * nor opens the window; `phone_app`: sent by us in the app of the same number; `agent`: sent by Meta's agent or another
 * application of the number; `past`: from before the number was connected. `standby`: another sender answers it.
 */
export type Origin =
  | { kind: 'customer'; standby: boolean }
  | { kind: 'note' | 'phone_app' | 'agent' | 'own_call' }
  | { kind: 'past'; direction: 'INCOMING' | 'OUTGOING'; status: string | null };

/** A reaction to a message: the customer's, or ours from the phone app. */
export type ReactionEvent = {
  channel: RoutedChannel;
  side: 'theirs' | 'ours';
  providerMessageId: string;
  emoji: string;
  at: Date;
  /** Who of a group reacted. */
  sender?: ContactInput;
  /** The refusal when the message is not stored. */
  ifUnknown: Refusal;
};

/** An earlier message was edited by its sender, or deleted: by them, or in a group by somebody else. */
export type Amendment = {
  channel: RoutedChannel;
  /** Who of a group did it, or we in the phone app; null: the customer, or nobody is named. */
  by: ContactInput | 'us' | null;
  groupId: string | null;
  amends: NonNullable<InboundMessage['amends']>;
  at: Date;
  ifUnknown: Refusal;
};

/** A conversation went to another sender of the number, or came back to us. */
export type HandoverEvent = {
  channel: RoutedChannel;
  contact: ContactInput;
  holder: Holder;
  note: string | null;
  at: Date;
};

/** What WhatsApp says of a group; `contact` is its row among the contacts. */
export type GroupEvent = {
  channel: RoutedChannel;
  contact: ContactInput;
  update: GroupUpdate;
  added: ContactInput[];
  removed: ContactInput[];
  at: Date;
};

/** A call of a customer begins. */
export type CallOfCustomer = { channel: RoutedChannel; contact: ContactInput; call: CallOffer; at: Date };

/** A call of the business goes on. */
export type ProgressOfCall = { channel: RoutedChannel; progress: CallProgress };

/** WhatsApp noticed a lead or a purchase in a message. */
export type Noticed = {
  channel: RoutedChannel;
  providerMessageId: string;
  noticed: { event: string; at: Date; amount?: number; currency?: string };
  /** The refusal when the message is not stored. */
  ifUnknown: Refusal;
};

/** A customer stopped or resumed marketing messages. */
export type OptInPreference = {
  channel: RoutedChannel;
  contact: ContactInput;
  wants: boolean;
  detail: string | null;
  at: Date;
};

/** Counts for one channel: deliveries, and parts received and stored. */
export type DeliveryCounts = {
  clientId: string;
  channelId: string;
  deliveries: number;
  received: number;
  stored: number;
};

/** A part that could not be applied. `part` numbers the events of its delivery, from 0. */
export type Refusal = {
  clientId: string;
  channelId: string;
  seq: number;
  part: number;
  receivedAt: Date;
  reason: string;
  detail: unknown;
  /** The part was stored; this refusal only adds a remark. */
  stored?: true;
};

/** Makes the refusal of one part of a delivery. */
export type RefusalOf = (reason: string, detail?: unknown) => Refusal;

export type NormalizedEvents = {
  messages: NormalizedMessage[];
  statuses: StatusFold[];
  reactions: ReactionEvent[];
  amendments: Amendment[];
  /** Contacts without a message, from the phone app's address book. */
  contacts: ContactInput[];
  preferences: OptInPreference[];
  handovers: HandoverEvent[];
  groups: GroupEvent[];
  calls: CallOfCustomer[];
  progress: ProgressOfCall[];
  noticed: Noticed[];
  updates: RoutedUpdate[];
  refusals: Refusal[];
  counts: DeliveryCounts[];
};

/** Whether the account wrote it, in Parley or in the phone app. */
export function isOutgoing(origin: Origin): boolean {
  return (
    origin.kind === 'phone_app' ||
    origin.kind === 'agent' ||
    origin.kind === 'own_call' ||
    (origin.kind === 'past' && origin.direction === 'OUTGOING')
  );
}
