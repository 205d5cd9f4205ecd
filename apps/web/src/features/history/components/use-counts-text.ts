import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { HistoryCounts } from '@parley/contract/types';

/** "3 conversations, 1,204 messages and 12 files": of each kind that is there. Contacts where not all have a conversation. */
export function useCountsText(): (counts: HistoryCounts) => string {
  const { i18n } = useLingui();
  return ({ contacts, threads, messages, notes, files, replies }) => {
    const parts = [
      contacts > threads ? plural(contacts, { one: '# contact', other: '# contacts' }) : '',
      threads > 0 ? plural(threads, { one: '# conversation', other: '# conversations' }) : '',
      messages > 0 ? plural(messages, { one: '# message', other: '# messages' }) : '',
      notes > 0 ? plural(notes, { one: '# note', other: '# notes' }) : '',
      files > 0 ? plural(files, { one: '# file', other: '# files' }) : '',
      replies > 0 ? plural(replies, { one: '# saved reply', other: '# saved replies' }) : '',
    ].filter((part) => part !== '');
    return new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(parts);
  };
}
