import type { FlowTrigger } from '@parley/contract/types';
import type { IncomingText } from '../words/incoming-text.ts';
import type { WordList } from '../words/match.ts';

/** The broadcast that a message is the first reply to, and after how many hours. */
export type RepliedBroadcast = { campaign_id: string; hours: number };
export type MessageEvent = {
  kind: 'message';
  incoming: IncomingText;
  first: boolean;
  broadcast: RepliedBroadcast | null;
};
export type ThreadChange =
  | { kind: 'thread'; state: 'ACTIVE' | 'DONE' }
  | { kind: 'labels'; added: readonly string[] }
  | { kind: 'stage'; stageId: string | null };

/** The words that a message must match; null where it need not match any. */
export function wordsOf(trigger: FlowTrigger): WordList | null {
  if (trigger.kind === 'keyword') return { match: trigger.match, words: trigger.words };
  if (trigger.kind !== 'reply') return null;
  const words = trigger.titles.filter((title) => title.trim() !== '');
  return words.length === 0 ? null : { match: 'title', words };
}

/**
 * @param word of `wordsOf` the one that the message matches
 * @returns what of the event matched, for the trace; null when it does not
 */
export function matchTrigger(
  trigger: FlowTrigger,
  event: MessageEvent | ThreadChange,
  word: string | null,
): Record<string, string | boolean> | null {
  if (event.kind !== 'message') return matchesChange(trigger, event);
  const { incoming, first, broadcast } = event;
  switch (trigger.kind) {
    case 'message':
      return { text: incoming.text };
    case 'first_message':
      return first ? { text: incoming.text } : null;
    case 'keyword':
      return word === null ? null : { text: incoming.text, word };
    case 'campaign_reply': {
      if (broadcast === null || broadcast.hours > trigger.hours) return null;
      const isWanted = trigger.campaign_id === null || trigger.campaign_id === broadcast.campaign_id;
      return isWanted ? { text: incoming.text, campaign_id: broadcast.campaign_id } : null;
    }
    case 'reply': {
      const { reply } = incoming;
      return reply !== null && (word !== null || wordsOf(trigger) === null) ? { text: reply.title } : null;
    }
    default:
      return null;
  }
}

function matchesChange(trigger: FlowTrigger, change: ThreadChange): Record<string, string> | null {
  switch (trigger.kind) {
    case 'thread':
      return change.kind === 'thread' && trigger.state === change.state ? { state: change.state } : null;
    case 'label_added': {
      const { label_id: id } = trigger;
      return change.kind === 'labels' && id !== null && change.added.includes(id) ? { label_id: id } : null;
    }
    case 'stage_set': {
      const { stage_id: id } = trigger;
      return change.kind === 'stage' && id !== null && change.stageId === id ? { stage_id: id } : null;
    }
    default:
      return null;
  }
}
