import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import type { RefObject } from 'react';
import { toast } from '../../../ui/toast.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import {
  isOnHold,
  type OutboxEntry,
  ownPresence,
  sendFiles,
  sendText,
  useAccount,
  useDraft,
} from '../../sync/public.ts';
import { entryText } from '../bubble/use-message-labels.ts';
import { fileOf, filesToSend } from '../composer/files-to-send.ts';
import { endTyping, showTyping } from '../composer/show-typing.ts';
import type { Attachments } from '../composer/use-attachments.ts';
import type { ComposerHandle } from '../composer/use-reply.ts';
import type { useQuotedMessage } from './use-quoted-message.ts';

type Options = {
  thread: Thread;
  field: RefObject<ComposerHandle | null>;
  quote: ReturnType<typeof useQuotedMessage>;
  attachments: Attachments;
  /** Whether the customer is shown that somebody writes. */
  showsTyping: boolean;
  onDone: () => void;
};

/** Keeps, sends and takes back the replies of a thread. */
export function useThreadReply({ thread, field, quote, attachments, showsTyping, onDone }: Options) {
  const { t } = useLingui();
  const account = useAccount();
  const draft = useDraft(thread.id);
  const keep = (text: string) => {
    if (text.trim() === '') ownPresence(account.presence).stoppedTyping(thread.id);
    else {
      ownPresence(account.presence).typed(thread.id);
      if (showsTyping) showTyping(account, thread.id);
    }
    void account.drafts.put(thread.id, text, quote.id).catch(() => undefined);
  };
  const send = async (text: string, done: boolean, sendAt: string | null, asTyped: readonly string[]) => {
    const picked = attachments.files;
    const { files, rest } = filesToSend(picked, text);
    const pressed = new Date();
    account.drafts.hide(thread.id, pressed);
    ownPresence(account.presence).stoppedTyping(thread.id);
    endTyping();
    // The draft goes with the entry that contains its text.
    const last = { sendAt, clearDraftAt: pressed, asTyped };
    const options = rest.trim() === '' ? last : { sendAt, asTyped };
    await sendFiles(account, thread, files, { ...options, quotedId: quote.id });
    attachments.sent(picked);
    const quotedId = files.length === 0 ? quote.id : null;
    if (rest.trim() !== '') await sendText(account, thread, rest, { ...last, quotedId });
    // The sent draft was cleared; text typed since then stays.
    quote.choose(null);
    if (sendAt === 'reply') toast({ message: t`Will be sent when they reply` });
    if (done) onDone();
  };
  const sendVoice = async (recording: Blob) => {
    await sendFiles(account, thread, [{ file: recording, name: 'voice.ogg', kind: 'audio', voice: true }], {
      quotedId: quote.id,
    });
    quote.choose(null);
  };
  const takeBack = useSteady((text: string, entry?: OutboxEntry) => {
    if (text !== '' && field.current !== null) field.current.putBack(text);
    else if (text !== '') keep([text, draft?.text ?? ''].filter(Boolean).join('\n'));
    if (entry?.body.context !== undefined) quote.choose(entry.body.context.message_id);
    if (entry !== undefined) attachments.add(fileOf(entry), entry.body.type === 'sticker');
  });
  const undoSend = () => {
    const entry = account.outbox.ofThread(thread.id).findLast(isOnHold);
    if (entry === undefined) return false;
    void account.outbox.discard(entry.id);
    takeBack(entryText(entry), entry);
    return true;
  };
  return { actions: { onChange: keep, onSend: send, onUndoSend: undoSend }, keep, sendVoice, takeBack };
}
