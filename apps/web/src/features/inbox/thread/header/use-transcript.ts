import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { saveBlob } from '../../../../platform/download.ts';
import { toast } from '../../../../ui/toast.ts';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { contactName } from '../../../contacts/public.ts';
import { useAccount, useFindUser, useRow } from '../../../sync/public.ts';
import { messageAuthorOf } from '../../bubble/author-label.ts';
import { writerName } from '../../bubble/participants.ts';
import { messageText, useMessageWords } from '../../bubble/use-message-words.ts';
import type { TranscriptLine } from './transcript.ts';

const pageSize = 200;

/** What the customer has of a conversation, with the names customers see, as a text file, or printed, which browsers save as PDF. Internal notes are left out. */
export function useTranscript(thread: Thread): { download: () => void; print: () => void } {
  const { t } = useLingui();
  const account = useAccount();
  const findUser = useFindUser();
  const channel = useRow('channels', thread.channel_id);
  const labels = useMessageWords();
  const times = useTimeLabels();
  const name = contactName(thread.contact);
  const title = [name, channel?.channel_label].filter(Boolean).join(' · ');
  const lineOf = (message: Message, names: ReadonlyMap<string, string>): TranscriptLine => {
    const author =
      message.direction === 'INCOMING'
        ? writerName(thread, message)
        : (names.get(message.created_by) ??
          labels.author(messageAuthorOf(message, findUser, account.store.uid)) ??
          t`Team`);
    const at = times.exact(message.timestamp);
    // What became of a call is all that it says.
    if (message.call !== undefined) return { at, author, text: labels.messageLine(message) };
    const words = messageText(message);
    const kind = message.type === 'text' || message.type === 'button' ? '' : `(${labels.typeText[message.type]})`;
    return { at, author, text: [kind, words].filter(Boolean).join(' ') };
  };
  const read = async () => {
    // Rarely needed: not part of what the inbox loads.
    const transcript = await import('./transcript.ts');
    const messages = await transcript.readAllMessages((cursor) =>
      account.api('GET /api/threads/{id}/messages', {
        params: { id: thread.id },
        query: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
      }),
    );
    const names = await transcript.readCustomerNames((cursor) =>
      account.api('GET /api/team', { query: { limit: pageSize, ...(cursor !== undefined && { cursor }) } }),
    );
    return { transcript, lines: messages.filter(transcript.reachedCustomer).map((message) => lineOf(message, names)) };
  };
  const run = (use: (found: Awaited<ReturnType<typeof read>>) => void) =>
    void read().then(use, () => toast({ message: t`Couldn’t load the conversation. Try again.` }));
  return {
    download: () =>
      run(({ transcript, lines }) => {
        const file = new Blob([transcript.transcriptText(title, lines)], { type: 'text/plain;charset=utf-8' });
        saveBlob(file, transcript.transcriptName(name, new Date().toISOString().slice(0, 10)));
      }),
    print: () => run(({ transcript, lines }) => transcript.printLines(title, lines)),
  };
}
