import { foldText } from '@parley/contract/fold-text';
import { createContext } from 'react';
import type { WebhookHealth } from './webhook-words.ts';

export const cardStates = ['all', 'connected', 'failing'] as const;
export type CardState = (typeof cardStates)[number];
export type CardFilter = { search: string; state: CardState };

export const CardFilterContext = createContext<CardFilter>({ search: '', state: 'all' });

/** Whether a card is shown: all words are in its title or description, and its state is the chosen one. */
export function isCardShown(
  { search, state }: CardFilter,
  card: { title: string; about: string; health: WebhookHealth | null },
): boolean {
  const text = foldText(`${card.title} ${card.about}`);
  const words = foldText(search).split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return false;
  if (state === 'failing') return card.health === 'failing';
  return state === 'all' || card.health !== null;
}
