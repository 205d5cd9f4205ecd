/**
 * The contents of webhooks about accounts, numbers, templates and the phone app: the types that `readFieldUpdates`
 * returns.
 */
import type { InboundMessage, Sender } from './webhook-events.ts';

export type TemplateUpdate = {
  kind: 'template';
  templateId: string | null;
  name: string;
  /** As in every other call: `en_US`, although these webhooks write `en-US`. */
  language: string;
  category: string | null;
  change: TemplateChangeNotice;
};

export type TemplateChangeNotice =
  | {
      kind: 'status';
      /** APPROVED, REJECTED, PENDING, PAUSED, DISABLED and others; WhatsApp may add values. */
      event: string;
      reason: string | null;
      /** FIRST_PAUSE, SECOND_PAUSE, RATE_LIMITING_PAUSE, UNPAUSE or DISABLED. */
      title: string | null;
      description: string | null;
      recommendation: string | null;
      /** The day as WhatsApp writes it. */
      disableDate: string | null;
    }
  | { kind: 'quality'; previous: string | null; current: string }
  | {
      kind: 'category';
      /** Set when it happened; null while it is only announced. */
      previous: string | null;
      current: string;
      /** The announced future category. */
      correct: string | null;
      changesAtMs: number | null;
    }
  | {
      kind: 'components';
      body: string | null;
      header: string | null;
      footer: string | null;
      buttons: { type: string | null; text: string | null; url: string | null; phoneNumber: string | null }[];
    };

/** About the number in the event's routing. */
export type NumberUpdate =
  | {
      kind: 'number_quality';
      /** ONBOARDING or THROUGHPUT_UPGRADE; formerly UPGRADE, DOWNGRADE, FLAGGED, UNFLAGGED. */
      event: string;
      /** `TIER_…`, in either of its writings. */
      limit: string | null;
      oldLimit: string | null;
    }
  | { kind: 'number_name'; decision: string; requestedName: string | null; reason: string | null }
  /** The number's username: reserved, approved or deleted; without a name when it is gone. */
  | { kind: 'number_username'; status: string; username: string | null }
  | { kind: 'security'; event: string; requester: string | null };

/** About the whole WhatsApp Business account. */
export type AccountUpdate =
  | {
      kind: 'account';
      event: string;
      /** SCHEDULE_FOR_DISABLE, DISABLE or REINSTATE. */
      banState: string | null;
      banDate: string | null;
      violationType: string | null;
      restrictions: { type: string; expiresAtMs: number | null; remediation: string | null }[];
      disconnectReason: string | null;
      /** Of VOLUME_BASED_PRICING_TIER_UPDATE: what messages of a category to a region cost from a month on. */
      priceTier: { category: string; region: string; tier: string; month: string | null } | null;
    }
  | { kind: 'payment'; name: string; provider: string | null; status: string }
  | { kind: 'account_review'; decision: string }
  | {
      kind: 'account_alert';
      entityType: string | null;
      entityId: string | null;
      severity: string | null;
      /** ACTIVE or NONE. */
      status: string | null;
      type: string;
      description: string | null;
    }
  | {
      kind: 'capability';
      /** Contacts per day outside of windows, as `TIER_…` or a plain number; -1 is without limit. */
      dailyLimit: string | null;
      maxPhoneNumbers: number | null;
    };

/** A contact stopped or resumed marketing messages. */
export type PreferenceUpdate = {
  kind: 'preference';
  sender: Sender;
  category: string;
  wants: boolean;
  detail: string | null;
  timestampMs: number | null;
};

/**
 * A message that the number sent, but not through us: from the phone app, or by Meta's agent or another sender that
 * holds the conversation. `message.from` is the recipient.
 */
export type EchoUpdate = { kind: 'echo'; by: 'phone_app' | 'agent'; message: InboundMessage };

/** Who answers a customer: we, Meta's AI agent, or another application of the number. */
export type Holder = 'us' | 'ai_agent' | 'other';

/** A conversation went from one sender of the number to another. */
export type HandoverUpdate = {
  kind: 'handover';
  sender: Sender;
  holder: Holder;
  /** What the one before says about the conversation, at most 2,000 characters. */
  note: string | null;
  timestampMs: number | null;
};

/** A message from before the number was connected; `message.from` is the customer on either side. */
export type HistoryUpdate = {
  kind: 'history';
  direction: 'INCOMING' | 'OUTGOING';
  message: InboundMessage;
  /** As WhatsApp reports it: ERROR, PENDING, SENT, DELIVERED, READ, PLAYED. */
  status: string | null;
};

/** The phone app's address book. */
export type AppContactUpdate = {
  kind: 'app_contact';
  action: 'add' | 'remove';
  phone: string;
  name: string;
  timestampMs: number | null;
};

/** WhatsApp noticed a lead or a purchase in a conversation that an ad began. */
export type NoticedEvent = {
  kind: 'noticed_event';
  /** The message in which it was noticed. */
  providerMessageId: string;
  event: string;
  amount: number | null;
  currency: string | null;
  timestampMs: number | null;
};

/** What WhatsApp says of a group. What failed changes nothing, and is no update. */
export type GroupUpdate = {
  kind: 'group';
  groupId: string;
  /** Null: unchanged. */
  subject: string | null;
  description: string | null;
  /** Whether it can be written to; null: unchanged. */
  state: 'active' | 'suspended' | 'deleted' | null;
  added: Sender[];
  removed: Sender[];
  /** Participants with neither a number nor a user id, as they came. */
  unnamed: unknown[];
  timestampMs: number | null;
};

export type FieldUpdate =
  | TemplateUpdate
  | NumberUpdate
  | AccountUpdate
  | PreferenceUpdate
  | EchoUpdate
  | HandoverUpdate
  | NoticedEvent
  | HistoryUpdate
  | AppContactUpdate
  | GroupUpdate;
