import { useLingui } from '@lingui/react/macro';
import { maxCaptionLength } from '@parley/contract/media';
import { isHeldByOther } from '@parley/contract/threads';
import type { Message, SessionTemplate, SharedDraft, Thread } from '@parley/contract/types';
import { type Ref, Suspense, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { channelNow, useNow } from '../../../platform/use-now.ts';
import { hoursAndMinutes, replyWindowAt } from '../../../ui/reply-window.ts';
import { toast } from '../../../ui/toast.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { AiConversation, AiDraftNote, AiDraftTool } from '../../ai/public.ts';
import { contactName } from '../../contacts/public.ts';
import { ReplyCost } from '../../reports/public-cost.ts';
import {
  type FileToSend,
  isOnHold,
  type NoteEntry,
  type OutboxEntry,
  ownPresence,
  sendFiles,
  sendText,
  threadsOf,
  useAccount,
  useConnectionState,
  useDraft,
  useMentioned,
  useMessageWindow,
  useRow,
  useTakenDraft,
} from '../../sync/public.ts';
import { FrequentTemplates, TemplateSheet } from '../../templates/public.ts';
import { markRead } from '../bubble/actions/thread-actions.ts';
import { authorLabelOf } from '../bubble/author-label.ts';
import { TemplatePreview } from '../bubble/deferred-template-preview.ts';
import { takesCaption } from '../bubble/media/file-kinds.ts';
import type { QuotedMessage } from '../bubble/quote.tsx';
import { entryText } from '../bubble/use-message-labels.ts';
import { useMessageWords } from '../bubble/use-message-words.ts';
import { checkVariables } from '../composer/check-variables.ts';
import { ClosedNotice, ClosedText } from '../composer/closed-notice.tsx';
import { Composer, type ComposerHandle, type ComposerProps } from '../composer/composer.tsx';
import { type ComposerMode, ComposerTabs } from '../composer/composer-tabs.tsx';
import { SendLaterDialog } from '../composer/deferred-send-later.ts';
import { useSharedFor } from '../composer/shared.ts';
import { endTyping, showTyping } from '../composer/show-typing.ts';
import type { FilledForm } from '../composer/structured/filled-form.ts';
import type { StructuredDialogProps } from '../composer/structured/structured-dialog.tsx';
import type { StructuredMenuProps } from '../composer/structured/structured-menu.tsx';
import { type PickedFile, useAttachments } from '../composer/use-attachments.ts';
import { useDroppedFiles } from '../composer/use-dropped-files.ts';
import { useMergeValues } from '../composer/use-merge-values.ts';
import { useSharedDrafts } from '../composer/use-shared-drafts.ts';
import { markMentionsRead } from '../notes/mentions.ts';
import { beganNoteLast } from '../notes/note-draft.ts';
import { NoteField, type NoteFieldHandle } from '../notes/note-field.tsx';
import styles from './conversation.module.css';
import type { ConversationBannersProps } from './conversation-banners.tsx';
import { ConversationTimeline, type TimelineHandle } from './conversation-timeline.tsx';
import { PresenceLine } from './presence-line.tsx';
import type { ConversationSearchProps } from './search/conversation-search.tsx';
import { TakenBanner } from './taken-banner.tsx';
import { useCollision } from './use-collision.ts';
import { useLooking } from './use-looking.ts';
import { useScheduled } from './use-scheduled.ts';

const ConversationBanners = lazyComponent<ConversationBannersProps>(
  () => import('./conversation-banners.tsx').then((part) => part.ConversationBanners),
  { fallback: null },
);
const BlockedComposer = lazyComponent(
  () => import('../composer/blocked-composer.tsx').then((part) => part.BlockedComposer),
  {
    fallback: null,
  },
);
const StructuredMenu = lazyComponent<StructuredMenuProps>(
  () => import('../composer/structured/structured-menu.tsx').then((part) => part.StructuredMenu),
  { fallback: null },
);
const CollisionDialog = lazyComponent(() => import('./collision-dialog.tsx').then((part) => part.CollisionDialog));
const StructuredDialog = lazyComponent<StructuredDialogProps>(() =>
  import('../composer/structured/structured-dialog.tsx').then((part) => part.StructuredDialog),
);
const ConversationSearch = lazyComponent<ConversationSearchProps>(
  () => import('./search/conversation-search.tsx').then((part) => part.ConversationSearch),
  { fallback: null },
);
const SharedDraftList = lazyComponent(() =>
  import('../composer/shared-drafts.tsx').then((part) => part.SharedDraftList),
);
const ScheduledList = lazyComponent(() => import('./scheduled-list.tsx').then((part) => part.ScheduledList));

export type ConversationHandle = {
  focusReply: () => void;
  focusNote: () => void;
  /** Switches between reply and note. */
  switchMode: () => void;
  /** Opens the templates, where there are any. */
  openTemplates: () => void;
};

export type ConversationProps = {
  thread: Thread;
  /** Marks the conversation as done and opens the next one; after Ctrl+Enter. */
  onDone: () => void;
  mayReadRaw: boolean;
  /** Whether messages of the conversation are looked for. */
  finding?: 'search' | 'starred' | null;
  onFindingClose?: () => void;
  ref?: Ref<ConversationHandle>;
};

/** Messages and field of one thread; give it the thread's id as key. */
export function Conversation({ thread, onDone, mayReadRaw, finding, onFindingClose, ref }: ConversationProps) {
  const { t } = useLingui();
  const account = useAccount();
  const channel = useRow('channels', thread.channel_id);
  const draft = useDraft(thread.id);
  const values = useMergeValues(thread, /^\/|[{｛]{2}/.test(draft?.text ?? ''));
  const nowMs = channelNow(useNow(), channel);
  const { field, noteField, frame, mode, choose } = useMode(thread.id);
  const quote = useQuotedMessage(thread);
  useOpenThread(thread);
  useLooking(thread.id);
  const collision = useCollision(thread.id);
  useImperativeHandle(ref, () => ({
    focusReply: () => {
      const message = document.activeElement?.closest<HTMLElement>('[data-message]')?.dataset.message;
      if (message !== undefined) quote.choose(message);
      choose('reply');
    },
    focusNote: () => choose('note'),
    switchMode: () => choose(mode === 'note' ? 'reply' : 'note'),
    openTemplates: () => {
      chooseTemplate?.();
    },
  }));

  const timeline = useRef<TimelineHandle>(null);
  const taken = useTakenDraft(thread.id);
  const scheduled = useScheduled(thread.id);
  const sharedDrafts = useSharedDrafts(thread);
  /** The id of a template, or '' while none is chosen; null: the templates are not shown. */
  const [choosing, setChoosing] = useState<string | null>(null);
  /** A form that is open: of a saved reply with buttons, or of a message that failed. */
  const [filling, setFilling] = useState<(FilledForm & { title: string }) | null>(null);
  const fill = useSteady((form: FilledForm) => setFilling({ ...form, title: t`Edit and send` }));
  const fillButtons = ({ body, buttons }: SessionTemplate) =>
    setFilling({ kind: 'buttons', title: t`Send reply buttons`, initial: { header: '', body, footer: '', buttons } });
  const windowText = useWindowText(thread, nowMs);
  const { blocked } = thread;
  const inWindow = replyWindowAt(thread.window_expires_at, nowMs).kind !== 'closed' || channel?.kind === 'SESSION';
  const open = inWindow && blocked === undefined;
  const openTemplates = useSteady(() => setChoosing(''));
  const chooseTemplate = channel?.kind === 'WHATSAPP' && blocked === undefined ? openTemplates : undefined;
  const keep = (text: string) => {
    if (text.trim() === '') ownPresence(account.presence).stoppedTyping(thread.id);
    else {
      ownPresence(account.presence).typed(thread.id);
      if (open && channel?.kind === 'WHATSAPP' && !isHeldByOther(thread)) showTyping(account, thread.id);
    }
    void account.drafts.put(thread.id, text, quote.id).catch(() => undefined);
  };
  const attachments = useAttachments();
  const shared = useSharedFor((now) => (now?.threadId === thread.id ? now : null));
  useEffect(() => {
    if (shared === null) return;
    useSharedFor.set(null);
    choose('reply', () => {
      if (shared.text !== '') field.current?.insert(shared.text);
      attachments.add(shared.files);
    });
  });
  const dropped = useDroppedFiles(blocked === undefined && mode === 'reply' ? attachments.add : undefined);
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
    if (text !== '' && field.current !== null) field.current.insert(text);
    else if (text !== '') keep([draft?.text ?? '', text].filter(Boolean).join('\n'));
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
  const takeNoteBack = useSteady(({ body: { body } }: NoteEntry) =>
    choose('note', () => noteField.current?.insert(body)),
  );
  const quoteMessage = useSteady((message: Message) => {
    quote.choose(message.id);
    choose('reply');
  });

  const takeOverDraft = async (shared: SharedDraft) => {
    const before = draft?.text ?? '';
    const { text, quoted_id: quotedId } = await sharedDrafts.takeOver(shared);
    choose('reply', () => {
      // Typed meanwhile: it comes first, like what was there before.
      const now = account.drafts.get(thread.id)?.text ?? '';
      const next = now === before || now === text ? text : `${now}\n${shared.text}`;
      if (field.current === null) keep(next);
      else field.current.replace(next);
      if (quotedId !== null) quote.choose(quotedId);
    });
  };
  const shareDraft = () =>
    void sharedDrafts.share(true).catch((error: unknown) =>
      toast({
        message: error instanceof ApiError ? error.message : t`You're offline. Share the draft when you're online.`,
      }),
    );
  const isShared = sharedDrafts.drafts.some(({ user_id, shared }) => shared && user_id === account.store.uid);

  const closed = open
    ? undefined
    : {
        since: <ClosedText expiresAt={thread.window_expires_at} nowMs={nowMs} />,
        notice: (
          <ClosedNotice
            expiresAt={thread.window_expires_at}
            name={contactName(thread.contact)}
            sandbox={channel?.sandbox ?? false}
            templates={chooseTemplate && <FrequentTemplates thread={thread} onChoose={setChoosing} />}
            onTemplate={chooseTemplate}
          />
        ),
      };
  const tabs = (
    <>
      <ComposerTabs mode={mode} onMode={choose} />
      <PresenceLine threadId={thread.id} />
    </>
  );
  return (
    <div ref={frame} className={styles.conversation} {...dropped.props}>
      {dropped.over && <p className={styles.drop}>{t`Drop to attach files`}</p>}
      {(channel?.state === 'PAUSED' || thread.reach || thread.blocked || isHeldByOther(thread)) && (
        <ConversationBanners channel={channel} thread={thread} nowMs={nowMs} onTaken={() => choose('reply')} />
      )}
      <TakenBanner thread={thread} />
      <AiConversation thread={thread} />
      {finding != null && (
        <Suspense>
          <ConversationSearch
            key={finding}
            thread={thread}
            start={finding}
            onShow={(message) => void timeline.current?.show(message.sort_at, message.id)}
            onDay={(from) => void timeline.current?.show(from, null)}
            onClose={() => onFindingClose?.()}
          />
        </Suspense>
      )}
      <ConversationTimeline
        ref={timeline}
        thread={thread}
        mayReadRaw={mayReadRaw}
        onTakeBack={takeBack}
        onFill={fill}
        onTemplate={chooseTemplate}
        onTakeNoteBack={takeNoteBack}
        onQuote={quoteMessage}
      />
      {scheduled.length > 0 && (
        <Suspense>
          <ScheduledList thread={thread} messages={scheduled} nowMs={nowMs} />
        </Suspense>
      )}
      {sharedDrafts.drafts.length > 0 && (
        <Suspense>
          <SharedDraftList
            drafts={sharedDrafts.drafts}
            uid={account.store.uid}
            onStop={() => sharedDrafts.share(false)}
            onUse={takeOverDraft}
          />
        </Suspense>
      )}
      {mode === 'reply' && open && <AiDraftNote threadId={thread.id} text={draft?.text ?? ''} />}
      {mode === 'note' ? (
        <NoteField ref={noteField} thread={thread} tabs={tabs} onDone={onDone} />
      ) : blocked !== undefined ? (
        <BlockedComposer tabs={tabs} draft={draft?.text ?? ''} />
      ) : (
        <Composer
          ref={field}
          tabs={tabs}
          initialText={draft?.text ?? ''}
          taken={taken}
          placeholder={t`Write to ${contactName(thread.contact)}`}
          closed={closed}
          windowText={windowText}
          cost={
            <Suspense fallback={null}>
              <ReplyCost threadId={thread.id} nowMs={nowMs} />
            </Suspense>
          }
          windowExpiresAt={channel?.kind === 'WHATSAPP' ? thread.window_expires_at : null}
          nowMs={nowMs}
          quoted={quote.shown}
          onUnquote={() => quote.choose(null)}
          onChange={keep}
          onSend={send}
          onBeforeSend={collision.maySend}
          onRecall={() => timeline.current?.failedText() ?? null}
          onUndoSend={undoSend}
          values={values}
          onCheck={(text, asTyped) => checkVariables(account, thread, text, asTyped)}
          attachments={attachments}
          onVoice={sendVoice}
          onButtons={open && channel?.kind === 'WHATSAPP' ? fillButtons : undefined}
          onTemplate={chooseTemplate}
          more={
            <>
              <StructuredMenu
                thread={thread}
                interactive={channel?.kind === 'WHATSAPP'}
                quotedId={quote.id}
                closed={!open}
                nowMs={nowMs}
                windowExpiresAt={channel?.kind === 'WHATSAPP' ? thread.window_expires_at : null}
                onSent={() => quote.choose(null)}
                onShareDraft={(draft?.text ?? '').trim() === '' || isShared ? undefined : shareDraft}
              />
              <AiDraftTool thread={thread} onDraft={(text) => field.current?.insert(text) ?? text} />
            </>
          }
        />
      )}
      {collision.asking && (
        <Suspense>
          <CollisionDialog name={collision.asking.name} onAnswer={collision.asking.answer} />
        </Suspense>
      )}
      {filling !== null && (
        <Suspense>
          <StructuredDialog
            {...filling}
            thread={thread}
            quotedId={quote.id}
            nowMs={nowMs}
            windowExpiresAt={thread.window_expires_at}
            onSent={() => quote.choose(null)}
            onClose={() => setFilling(null)}
          />
        </Suspense>
      )}
      {choosing !== null && (
        <Suspense>
          <TemplateSheet
            thread={thread}
            Preview={TemplatePreview}
            SendLater={SendLaterDialog}
            first={choosing || undefined}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Whether a reply or a note is being written; starts with the later draft. */
function useMode(threadId: string) {
  const account = useAccount();
  const [mode, setMode] = useState<ComposerMode>(() => (beganNoteLast(account, threadId) ? 'note' : 'reply'));
  const field = useRef<ComposerHandle>(null);
  const noteField = useRef<NoteFieldHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const afterwards = useRef<(() => void) | null>(null);
  const focusField = () => {
    const chosen = noteField.current ?? field.current;
    if (chosen !== null) chosen.focus();
    // A blocked customer has no field.
    else frame.current?.querySelector<HTMLElement>('footer [aria-pressed="true"]')?.focus();
  };
  useLayoutEffect(() => {
    afterwards.current?.();
    afterwards.current = null;
  });
  const choose = (next: ComposerMode, then: () => void = focusField) => {
    if (next === mode) return then();
    // A running recording would be discarded.
    if (field.current?.recording) return;
    afterwards.current = then;
    setMode(next);
  };
  return { field, noteField, frame, mode, choose };
}

/** The text is the caption of a single file; with several files, or when too long, it is a separate message. */
function filesToSend(picked: readonly PickedFile[], text: string): { files: FileToSend[]; rest: string } {
  const files = picked.flatMap(({ prepared, caption }) =>
    prepared === undefined ? [] : [takesCaption(prepared.kind) ? { ...prepared, caption } : prepared],
  );
  const [only] = files;
  if (only === undefined || files.length > 1 || !takesCaption(only.kind) || text.length > maxCaptionLength) {
    return { files, rest: text };
  }
  return { files: [{ ...only, caption: text }], rest: '' };
}

/** The file of a message that is taken back; a recording was none before. */
function fileOf({ body, attachment }: OutboxEntry): File[] {
  if (attachment === undefined || body.audio?.voice) return [];
  const { file, name } = attachment;
  return [new File([file], name, { type: file.type })];
}

/** Keeps the thread's messages current, and marks it as read while it is visible. */
function useOpenThread(thread: Thread): void {
  const account = useAccount();
  const looking = useIsLooking();
  useEffect(() => threadsOf(account).open(thread.id), [account, thread.id]);
  const live = useConnectionState() === 'live';
  const unread = thread.unread_count > 0;
  const announced = useRef('');
  useEffect(() => {
    // One try per change of the thread and per connection, so that offline failures do not loop.
    const occasion = `${thread.version} ${live}`;
    if (!looking || !unread || announced.current === occasion) return;
    announced.current = occasion;
    void markRead(account, thread.id);
  }, [account, thread.id, thread.version, looking, unread, live]);
  const named = useMentioned()?.has(thread.id) ?? false;
  useEffect(() => {
    if (looking && live && named) void markMentionsRead(account, thread.id);
  }, [account, thread.id, looking, live, named]);
}

/** Whether the page is visible and has the focus. */
function useIsLooking(): boolean {
  const read = () => document.visibilityState === 'visible' && document.hasFocus();
  const [looking, setLooking] = useState(read);
  useEffect(() => {
    const update = () => setLooking(document.visibilityState === 'visible' && document.hasFocus());
    for (const name of ['focus', 'blur']) window.addEventListener(name, update);
    document.addEventListener('visibilitychange', update);
    return () => {
      for (const name of ['focus', 'blur']) window.removeEventListener(name, update);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return looking;
}

/** The message that the next one replies to; part of the draft. */
function useQuotedMessage(thread: Thread) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useMessageWords();
  const draft = useDraft(thread.id);
  const window = useMessageWindow(thread.id);
  const [id, setId] = useState(draft?.quoted_id ?? null);
  const message: Message | undefined = id === null ? undefined : window?.messages.find((row) => row.id === id);
  const label =
    message && authorLabelOf(message.created_by, (user) => account.store.row('users', user), account.store.uid);
  const author =
    message?.direction === 'INCOMING' ? contactName(thread.contact) : label && (words.author(label) ?? t`Team`);
  const shown: QuotedMessage | undefined =
    id === null
      ? undefined
      : message && author
        ? { author, type: message.type, line: words.messageLine(message) }
        : null;
  const choose = (next: string | null) => {
    setId(next);
    const text = account.drafts.get(thread.id)?.text ?? '';
    void account.drafts.put(thread.id, text, next).catch(() => undefined);
  };
  return { id, shown, choose };
}

function useWindowText(thread: Thread, nowMs: number): ComposerProps['windowText'] {
  const { t } = useLingui();
  const words = useTimeLabels();
  const left = replyWindowAt(thread.window_expires_at, nowMs);
  if (left.kind === 'closed' || thread.window_expires_at === null) return null;
  const { hours, minutes } = hoursAndMinutes(left.leftMs);
  return {
    tone: ({ open: 'ok', soon: 'warn', last: 'bad' } as const)[left.kind],
    until: words.until(thread.window_expires_at, nowMs),
    left: hours > 0 ? t`${hours} h ${minutes} min` : t`${minutes} min`,
  };
}
