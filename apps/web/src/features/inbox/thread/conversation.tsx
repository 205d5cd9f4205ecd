import { useLingui } from '@lingui/react/macro';
import { isHeldByOther } from '@parley/contract/threads';
import type { Message, SessionTemplate, SharedDraft, Thread } from '@parley/contract/types';
import { type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { channelNow, useNow } from '../../../platform/use-now.ts';
import { EarlyInput } from '../../../ui/early-input.tsx';
import { replyWindowAt } from '../../../ui/reply-window.ts';
import { toast } from '../../../ui/toast.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import { AiConversation, AiDraftNote, AiDraftTool } from '../../ai/public.ts';
import { ThreadAssistant } from '../../answering/public.ts';
import { contactName } from '../../contacts/public.ts';
import { ReplyCost } from '../../reports/public-cost.ts';
import { type NoteEntry, useAccount, useDraft, useRow, useTakenDraft } from '../../sync/public.ts';
import { FrequentTemplates, TemplateSheet } from '../../templates/public.ts';
import { useCallRequest, useCallWish } from '../bubble/call-wish.ts';
import { TemplatePreview } from '../bubble/deferred-template-preview.ts';
import { useAssignedToOther } from '../bubble/use-assigned-to-other.ts';
import { useTakeOver } from '../change/use-take-over.ts';
import type { BlockedComposerProps } from '../composer/blocked-composer.tsx';
import { checkVariables } from '../composer/check-variables.ts';
import { ClosedNotice, ClosedText } from '../composer/closed-notice.tsx';
import { Composer } from '../composer/composer.tsx';
import { ComposerTabs } from '../composer/composer-tabs.tsx';
import { SendLaterDialog } from '../composer/deferred-send-later.ts';
import { useSharedFor } from '../composer/shared.ts';
import type { FilledForm } from '../composer/structured/filled-form.ts';
import type { StructuredDialogProps } from '../composer/structured/structured-dialog.tsx';
import type { StructuredMenuProps } from '../composer/structured/structured-menu.tsx';
import type { TakenComposerProps } from '../composer/taken-composer.tsx';
import { useAttachments } from '../composer/use-attachments.ts';
import { useDroppedFiles } from '../composer/use-dropped-files.ts';
import { useMergeValues } from '../composer/use-merge-values.ts';
import { useSharedDrafts } from '../composer/use-shared-drafts.ts';
import { NoteField } from '../notes/note-field.tsx';
import styles from './conversation.module.css';
import type { ConversationBannersProps } from './conversation-banners.tsx';
import { ConversationTimeline, type TimelineHandle } from './conversation-timeline.tsx';
import { PresenceLine } from './presence-line.tsx';
import type { ConversationSearchProps } from './search/conversation-search.tsx';
import { TakenBanner } from './taken-banner.tsx';
import { useCollision } from './use-collision.ts';
import { useComposerMode } from './use-composer-mode.ts';
import { useLooking } from './use-looking.ts';
import { useOpenThread } from './use-open-thread.ts';
import { useQuotedMessage } from './use-quoted-message.ts';
import { useScheduled } from './use-scheduled.ts';
import { useThreadReply } from './use-thread-reply.ts';
import { useWindowWords } from './use-window-words.ts';

const ConversationBanners = lazyComponent<ConversationBannersProps>(
  () => import('./conversation-banners.tsx').then((part) => part.ConversationBanners),
  { fallback: null },
);
const BlockedComposer = lazyComponent<BlockedComposerProps>(
  () => import('../composer/blocked-composer.tsx').then((part) => part.BlockedComposer),
  {
    fallback: null,
  },
);
const TakenComposer = lazyComponent<TakenComposerProps>(
  () => import('../composer/taken-composer.tsx').then((part) => part.TakenComposer),
  { fallback: null },
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
  { patient: true },
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
  const { field, noteField, frame, mode, choose } = useComposerMode(thread.id);
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
  const windowWords = useWindowWords(thread, nowMs);
  const expiresAt = channel?.kind === 'WHATSAPP' ? thread.window_expires_at : null;
  const { blocked } = thread;
  const isGroup = thread.group !== undefined;
  const closedGroup = thread.group === undefined || thread.group.state === 'active' ? undefined : thread.group.state;
  const assigned = useAssignedToOther(thread);
  const locked = assigned?.locked ?? false;
  const takenBy = assigned?.name;
  const takenText = takenBy == null ? t`Assigned to another member` : t`Assigned to ${takenBy}`;
  const takeOver = useTakeOver();
  const [speaking, setSpeaking] = useState(false);
  /** Nobody can write here now, whatever the reply window. */
  const barred = blocked !== undefined || closedGroup !== undefined || locked;
  const inWindow = replyWindowAt(thread.window_expires_at, nowMs).kind !== 'closed' || channel?.kind === 'SESSION';
  const open = inWindow && !barred;
  const openTemplates = useSteady(() => setChoosing(''));
  const chooseTemplate = channel?.kind === 'WHATSAPP' && !barred ? openTemplates : undefined;
  const isWished = useCallWish((wish) => wish === thread.id);
  const askToCall = useSteady(() => setFilling({ kind: 'call_request', title: t`Ask to call`, initial: { body: '' } }));
  useEffect(() => {
    if (!isWished) return;
    useCallWish.set(null);
    useCallRequest.set({ thread, onAsk: open ? askToCall : undefined, onTemplate: chooseTemplate });
  });
  const attachments = useAttachments();
  const { actions, keep, sendVoice, takeBack } = useThreadReply({
    thread,
    field,
    quote,
    attachments,
    showsTyping: open && channel?.kind === 'WHATSAPP' && !isGroup && !isHeldByOther(thread),
    onDone,
  });
  const entering = useRef(false);
  useEffect(() => {
    if (locked || !entering.current) return;
    entering.current = false;
    field.current?.focus();
  }, [locked, field]);
  const shared = useSharedFor((now) => (now?.threadId === thread.id ? now : null));
  useEffect(() => {
    if (shared === null) return;
    useSharedFor.set(null);
    choose('reply', () => {
      if (shared.text !== '' && field.current === null) takeBack(shared.text);
      else if (shared.text !== '') field.current?.insert(shared.text);
      attachments.add(shared.files);
    });
  });
  const dropped = useDroppedFiles(!barred && mode === 'reply' ? attachments.add : undefined);
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
        message: error instanceof ApiError ? error.message : t`You’re offline. Share the draft when you’re online.`,
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
  const [sought, setSought] = useState('');
  const endFinding = () => {
    setSought('');
    onFindingClose?.();
  };
  const early = (
    <EarlyInput label={t`Search in conversation`} value={sought} onChange={setSought} onClose={endFinding} />
  );
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
      {assigned !== null && !(locked && mode === 'reply') && <TakenBanner thread={thread} taken={assigned} />}
      <ThreadAssistant thread={thread} />
      <AiConversation thread={thread} />
      {finding != null && (
        <Suspense fallback={early}>
          <ConversationSearch
            key={finding}
            thread={thread}
            start={finding}
            text={sought}
            onText={setSought}
            onShow={(message) => void timeline.current?.show(message.sort_at, message.id)}
            onDay={(from) => void timeline.current?.show(from, null)}
            onClose={endFinding}
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
      ) : blocked !== undefined || closedGroup !== undefined ? (
        <BlockedComposer tabs={tabs} draft={draft?.text ?? ''} group={closedGroup} />
      ) : locked && !speaking ? (
        <TakenComposer
          tabs={tabs}
          draft={draft?.text ?? ''}
          title={takenText}
          onTakeOver={() => {
            entering.current = true;
            takeOver(thread);
          }}
        />
      ) : (
        <Composer
          ref={field}
          tabs={tabs}
          initialText={draft?.text ?? ''}
          taken={taken}
          placeholder={t`Write to ${contactName(thread.contact)}`}
          window={{
            closed,
            words: windowWords,
            cost: (
              <Suspense fallback={null}>
                <ReplyCost threadId={thread.id} nowMs={nowMs} />
              </Suspense>
            ),
            expiresAt,
            nowMs,
          }}
          quote={{ shown: quote.shown, onRemove: () => quote.choose(null) }}
          actions={{
            ...actions,
            onBeforeSend: collision.maySend,
            onCheck: (text, asTyped) => checkVariables(account, thread, text, asTyped),
            onRecall: () => timeline.current?.failedText() ?? null,
          }}
          values={values}
          extras={{
            attachments,
            onVoice: sendVoice,
            onSpeaking: setSpeaking,
            lock: locked ? { text: takenText, onTakeOver: () => takeOver(thread) } : undefined,
            onButtons: open && channel?.kind === 'WHATSAPP' && !isGroup ? fillButtons : undefined,
            onTemplate: chooseTemplate,
            more: (
              <>
                <StructuredMenu
                  thread={thread}
                  interactive={channel?.kind === 'WHATSAPP' && !isGroup}
                  quotedId={quote.id}
                  closed={!open}
                  nowMs={nowMs}
                  windowExpiresAt={expiresAt}
                  onSent={() => quote.choose(null)}
                  onShareDraft={(draft?.text ?? '').trim() === '' || isShared ? undefined : shareDraft}
                />
                <AiDraftTool thread={thread} onDraft={(text) => field.current?.insert(text) ?? text} />
              </>
            ),
          }}
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
