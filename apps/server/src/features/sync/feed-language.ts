import { messageSchema } from '@parley/contract';
import type { Language } from '@parley/contract/languages';
import type { Change } from '@parley/contract/types';
import { translateAnswer } from '../../platform/texts/translate-answer.ts';

/** Changes with the sentences of the server in a language. Of the feed's rows only messages have some: why one failed. */
export function changesIn(language: Language, changes: Change[]): Change[] {
  if (language === 'en' || !changes.some(hasTexts)) return changes;
  return changes.map((change) =>
    hasTexts(change) ? { ...change, data: translateAnswer(language, messageSchema, change.data) } : change,
  );
}

function hasTexts({ collection, data }: Change): boolean {
  return collection === 'messages' && data !== null;
}
