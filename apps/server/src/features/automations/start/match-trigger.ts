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
export type StateChange = { kind: 'thread'; state: 'ACTIVE' | 'DONE' };

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
  event: MessageEvent | StateChange,
  word: string | null,
): Record<string, string | boolean> | null {
  if (event.kind === 'thread') {
    return trigger.kind === 'thread' && trigger.state === event.state ? { state: event.state } : null;
  }
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
