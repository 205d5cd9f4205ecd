import { isAtLeast, permissions } from '@parley/contract/permissions';
import type { Campaign, Channel, Contact, Filter, Message, OutputOf, Thread } from '@parley/contract/types';
import type { AccountActor, KeyActor, MemberActor } from '../../platform/auth/actor.ts';
import {
  type MaskedRecipient,
  maskAbout,
  maskCampaign,
  maskChannel,
  maskContact,
  maskFilter,
  maskMessage,
  maskRecipient,
  maskSyncedUser,
  maskThread,
  maskTrigger,
} from './mask.ts';

type Trigger = OutputOf<'GET /api/messages/{id}/triggers'>['data'][number];
type ThreadPlace = { channel_id: string; assignee_id: string | null; assignee_group_id: string | null };

/**
 * What of an account one actor sees. The only place that decides it: lists, pages, frames of the feed and answers to
 * writes all ask here. Rows that are not seen are answered as if they did not exist.
 */
export type Visibility = {
  /** No row of customers or conversations is hidden, and nothing in them. */
  readonly isUnrestricted: boolean;
  /** Sees of channels what is needed to manage them; others see the name and how it is doing. */
  readonly managesChannels: boolean;
  /** Actors with the same key see the same. */
  readonly key: string;
  /** The only channels; null: all. */
  readonly channelIds: readonly string[] | null;
  /** Restricted to conversations assigned to this member or to their groups, and the contacts of those; null: all. */
  readonly assigneeId: string | null;
  /** Those groups; empty where all conversations are seen. */
  readonly groupIds: readonly string[];
  readonly masked: boolean;
  canSeeChannel(channelId: string): boolean;
  canSeeThread(thread: ThreadPlace): boolean;
  /** With the restriction to assigned conversations only one's own: other assignees are invisible. */
  canSeeCampaign(campaign: Pick<Campaign, 'channel_id' | 'created_by'>): boolean;
  // Rows as this actor may read them.
  campaign(campaign: Campaign): Campaign;
  channel(channel: Channel): Channel;
  contact(contact: Contact): Contact;
  filter(filter: Filter): Filter;
  message(message: Message): Message;
  /** The contact of a conversation or message. */
  user(contact: Thread['contact']): Thread['contact'];
  recipient<R extends MaskedRecipient>(row: R): R;
  thread(thread: Thread): Thread;
  trigger(trigger: Trigger): Trigger;
  /** Anything else about a conversation; `number` is its customer's. */
  about<T>(row: T, number: string | null): T;
};

/** What of an actor decides about what they see. */
export type Viewer =
  | Pick<MemberActor, 'kind' | 'uid' | 'role' | 'restrictions' | 'groupIds'>
  | Pick<KeyActor, 'kind' | 'restrictions' | 'groupIds'>;

/** The parts of an actor that decide visibility, stored with background work. */
export function viewerOf(actor: AccountActor): Viewer {
  const { restrictions, groupIds } = actor;
  return actor.kind === 'key'
    ? { kind: actor.kind, restrictions, groupIds }
    : { kind: actor.kind, uid: actor.uid, role: actor.role, restrictions, groupIds };
}

export function visibilityOf(actor: Viewer): Visibility {
  const { channel_ids: channelIds, only_assigned, mask_phone_numbers: masked } = actor.restrictions;
  // Conversations cannot be assigned to a key, so it never has that restriction.
  const assigneeId = only_assigned && actor.kind === 'user' ? actor.uid : null;
  const groups = assigneeId === null ? new Set<string>() : new Set(actor.groupIds);
  const isTheirs = ({ assignee_id: memberId, assignee_group_id: group }: ThreadPlace) =>
    memberId === assigneeId || (group !== null && groups.has(group));
  const channels = channelIds === null ? null : new Set(channelIds.map((id) => id.toLowerCase()));
  const seesChannel = (id: string) => channels === null || channels.has(id);
  const managesChannels = actor.kind === 'key' || isAtLeast(actor.role, permissions['channels.manage'].from);
  return {
    managesChannels,
    isUnrestricted: channels === null && assigneeId === null && !masked,
    key: JSON.stringify([
      channels === null ? null : [...channels].sort(),
      assigneeId,
      [...groups].sort(),
      masked,
      managesChannels,
    ]),
    channelIds: channels === null ? null : [...channels],
    assigneeId,
    groupIds: [...groups],
    masked,
    canSeeChannel: seesChannel,
    canSeeThread: (thread) => seesChannel(thread.channel_id) && (assigneeId === null || isTheirs(thread)),
    canSeeCampaign: ({ channel_id, created_by }) =>
      seesChannel(channel_id) && (assigneeId === null || created_by === assigneeId),
    campaign: masked ? maskCampaign : same,
    channel: managesChannels ? same : maskChannel,
    contact: masked ? maskContact : same,
    filter: masked ? maskFilter : same,
    message: masked ? maskMessage : same,
    user: masked ? maskSyncedUser : same,
    recipient: masked ? maskRecipient : same,
    thread: masked ? maskThread : same,
    trigger: masked ? maskTrigger : same,
    about: masked ? maskAbout : same,
  };
}

function same<T>(row: T): T {
  return row;
}
