import { openingAt } from '@parley/contract/opening';
import type { TenantTx } from '../../platform/db/sql.ts';
import { getChannelFacts } from '../automations/public.ts';
import { isHeldByOther } from '../messaging/public.ts';
import type { Conversation } from './conversation-query.ts';
import type { AssistantRow } from './settings-repo.ts';

/** Whether the assistant answers a message now; `later`: an automation is at it. */
export async function whoseIs(
  tx: TenantTx,
  conversation: Conversation,
  settings: AssistantRow,
): Promise<'assistant' | 'people' | 'later'> {
  const { is_newest, window_open, is_late, opted_out, member_wrote, automation } = conversation;
  if (!settings.is_on || !settings.channel_ids.includes(conversation.channel_id)) return 'people';
  // What is late is handed over, which needs no open window.
  if (!is_newest || !(window_open || is_late) || opted_out || member_wrote || automation === 'waiting') return 'people';
  if (await isHeldByOther(tx, conversation.thread_id)) return 'people';
  // It may be about to give the conversation to the assistant.
  if (automation === 'running') return 'later';
  return (await takesConversation(tx, conversation, settings)) ? 'assistant' : 'people';
}

/** As far as who has the conversation decides. */
async function takesConversation(
  tx: TenantTx,
  { assistant_on: on, is_assigned, by_rule, bot_stopped, channel_id }: Conversation,
  { takes, hours }: AssistantRow,
): Promise<boolean> {
  if (on === false || (is_assigned && !by_rule)) return false;
  if (on === true) return true;
  if (takes === 'given' || bot_stopped) return false;
  if (hours === 'always') return true;
  const channel = await getChannelFacts(tx, channel_id);
  return channel.working_hours !== null && !openingAt(channel.working_hours, channel.now.getTime()).open;
}
