import type { FlowTrigger } from '@parley/contract/types';
import { plainWords } from '@parley/contract/words';
import { matchWords } from '../words.ts';
import type { Said } from './said.ts';

/** The broadcast that a message is the first reply to, and after how many hours. */
export type RepliedBroadcast = { campaign_id: string; hours: number };
export type MessageEvent = { kind: 'message'; said: Said; first: boolean; broadcast: RepliedBroadcast | null };
export type StateChange = { kind: 'thread'; state: 'ACTIVE' | 'DONE' };

/** @returns what of the event matched, for the trace; null when it does not */
export function matchTrigger(
  trigger: FlowTrigger,
  event: MessageEvent | StateChange,
): Record<string, string | boolean> | null {
  if (event.kind === 'thread') {
    return trigger.kind === 'thread' && trigger.state === event.state ? { state: event.state } : null;
  }
  const { said, first, broadcast } = event;
  switch (trigger.kind) {
    case 'message':
      return { text: said.text };
    case 'first_message':
      return first ? { text: said.text } : null;
    case 'keyword': {
      const word = matchWords(said.text, trigger.match, trigger.words);
      return word === null ? null : { text: said.text, word };
    }
    case 'campaign_reply': {
      if (broadcast === null || broadcast.hours > trigger.hours) return null;
      const isWanted = trigger.campaign_id === null || trigger.campaign_id === broadcast.campaign_id;
      return isWanted ? { text: said.text, campaign_id: broadcast.campaign_id } : null;
    }
    case 'reply': {
      const { reply } = said;
      if (reply === null) return null;
      const wanted = trigger.titles.map(plainWords).filter((title) => title !== '');
      const given = [plainWords(reply.title), plainWords(reply.id)];
      return wanted.length === 0 || wanted.some((title) => given.includes(title)) ? { text: reply.title } : null;
    }
    default:
      return null;
  }
}
