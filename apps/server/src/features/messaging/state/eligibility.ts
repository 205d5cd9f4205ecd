/** When a message is checked: while it is planned, when it is accepted, and again right before the call to WhatsApp. */
export type CheckMoment = 'schedule' | 'accept' | 'dispatch';

/** SQL expressions of what decides whether a message may be sent. */
export type SendFacts = {
  client: string;
  contact: string;
  /** The number of the recipient. */
  to: string;
  source: string;
  type: string;
  channelKind: string;
  /** Whether the channel is one of the sandbox. */
  sandbox: string;
  /** The channel's clock is ahead of the database's by this many milliseconds. */
  clockOffsetMs: string;
  windowExpiresAt: string;
  blockedAt: string;
  /** WhatsApp's id of the group, null in other conversations, and what is known of it. */
  group: string;
  groupFacts: string;
  content: string;
  /** Of its template, once it is looked up. */
  category?: string;
  /** When the contact opted out of anything; most never did, and need no look at their suppressions. */
  optedOutAt: string;
  /** Whether it is a marketing template. */
  marketing: string;
  /** Whether it is one of a broadcast: the account's limit of marketing messages holds for those. */
  ofBroadcast?: string;
  /** The message itself, once it is written. */
  message?: { id: string; sortAt: string };
  /** The status of the template in WhatsApp, and whether the contact's limit of marketing messages is asked about. */
  templateStatus?: string;
  asksMarketingLimit?: string;
};

/**
 * SQL condition: whether a number is a verified test phone of the account. Test messages may be sent only to those.
 * @param of SQL expressions of the account, the contact and the number
 */
export const isTestPhone = (of: Pick<SendFacts, 'client' | 'contact' | 'to'>): string => `exists (
  select from shared_contact_identities ti
  join shared_test_numbers tn on tn.client_id = ti.client_id and tn.match_key = ti.key and tn.verified_at is not null
  where ti.client_id = ${of.client} and ti.contact_id = ${of.contact} and ti.kind = 'phone' and ti.retired_at is null
    -- A contact's only number is meant in whatever spelling.
    and (ti.value = ${of.to} or not exists (select from shared_contact_identities oi
      where oi.client_id = ti.client_id and oi.contact_id = ti.contact_id and oi.kind = 'phone' and oi.retired_at is null
        and oi.key <> ti.key)))`;

const isWindowClosed = (of: SendFacts) =>
  `coalesce(${of.windowExpiresAt}, '-infinity') <= now() + ${of.clockOffsetMs} * interval '1 millisecond'`;

/* WhatsApp takes texts, files and plain templates in groups: no buttons, no places and cards, no codes. What is sent to many or by a bot is for one person. */
const isNotForGroups = (of: SendFacts) => `${of.group} is not null and (
  ${of.type} not in ('text', 'image', 'video', 'audio', 'document', 'sticker', 'template')
  or ${of.source} in ('BROADCAST', 'BROADCAST_SANDBOX', 'AUTOMATION')
  or ${of.type} = 'template' and (jsonb_array_length(coalesce(${of.content}->'display'->'buttons', '[]')) > 0
    or ${of.category ?? `''`} = 'AUTHENTICATION'))`;

const isSuppressed = (of: SendFacts, scope: string) =>
  `${of.optedOutAt} is not null and exists (select from shared_suppressions s where s.client_id = ${of.client}
     and s.contact_id = ${of.contact} and s.active${scope})`;

type Rule = {
  reason: string;
  /** The reason shown at a message that was accepted before; default the same. */
  onHoldReason?: string;
  moments: readonly CheckMoment[];
  /** SQL condition: it may not be sent. */
  refuses(of: SendFacts): string;
};

const always = ['schedule', 'accept', 'dispatch'] as const;
/* A planned message may be sent after the customer has written again, so its window is asked only when its time has come. */
const onceSent = ['accept', 'dispatch'] as const;

/** Why a message may not be sent; the first that holds counts. */
const rules: readonly Rule[] = [
  {
    reason: 'not_a_test_phone',
    moments: onceSent,
    refuses: (of) => `${of.source} = 'BROADCAST_SANDBOX' and not ${of.sandbox} and not ${isTestPhone(of)}`,
  },
  { reason: 'not_in_groups', moments: always, refuses: isNotForGroups },
  {
    reason: 'group_closed',
    moments: always,
    refuses: (of) => `${of.group} is not null and coalesce(${of.groupFacts}->>'state', 'active') <> 'active'`,
  },
  { reason: 'blocked', moments: always, refuses: (of) => `${of.blockedAt} is not null` },
  {
    reason: 'window_closed',
    moments: onceSent,
    refuses: (of) => `${of.channelKind} = 'WHATSAPP' and ${of.type} <> 'template' and ${isWindowClosed(of)}`,
  },
  { reason: 'suppressed', moments: always, refuses: (of) => isSuppressed(of, ` and s.scope = 'all'`) },
  {
    reason: 'no_marketing',
    onHoldReason: 'opted_out',
    moments: always,
    refuses: (of) => `${of.marketing} and ${isSuppressed(of, '')}`,
  },
  {
    reason: 'marketing_limit',
    moments: onceSent,
    refuses: (of) => `${of.marketing} and ${of.ofBroadcast ?? 'false'}
       and is_marketing_limit_reached(${of.client}, ${of.contact}, ${of.message?.id ?? 'null'}, ${of.message?.sortAt ?? 'null'})`,
  },
  // Templates are looked up by their id when a message is accepted; WhatsApp may pause one afterwards.
  {
    reason: 'template_not_active',
    moments: ['dispatch'],
    refuses: (of) => `${of.templateStatus ?? 'null'} <> 'ACTIVE'`,
  },
  // WhatsApp's own limit ends by itself, so a message is accepted meanwhile.
  {
    reason: 'marketing_capped',
    moments: ['dispatch'],
    refuses: (of) => `${of.marketing} and ${of.asksMarketingLimit ?? 'true'} and ${isWindowClosed(of)}
       and exists (select from shared_contact_identities i where i.client_id = ${of.client} and i.contact_id = ${of.contact}
         and i.capped_until > now())`,
  },
];

/**
 * SQL: the branches of a `case` that gives why a message may not be sent. The one definition of it: asked when a message
 * is planned, when it is accepted, and right before it is sent.
 */
export function refusalCases(moment: CheckMoment, of: SendFacts): string {
  return rules
    .filter(({ moments }) => moments.includes(moment))
    .map((rule) => {
      const reason = moment === 'dispatch' ? (rule.onHoldReason ?? rule.reason) : rule.reason;
      return `when ${rule.refuses(of)} then '${reason}'`;
    })
    .join('\n');
}
