import { useLingui } from '@lingui/react/macro';
import type { SharedDraft, ThreadEvent } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { AccountProvider, type OutboxEntry } from '../sync/public.ts';
import { exampleDisplay, sampleTemplates } from '../templates/public.ts';
import { OutboxNotice } from './bubble/notice/notice.tsx';
import { TemplatePreview } from './bubble/template-preview.tsx';
import { WaitingBubble } from './bubble/waiting-bubble.tsx';
import { BlockedComposer } from './composer/blocked-composer.tsx';
import { ClosedNotice, ClosedText } from './composer/closed-notice.tsx';
import { Composer } from './composer/composer.tsx';
import { ComposerTabs } from './composer/composer-tabs.tsx';
import { SharedDraftList } from './composer/shared-drafts.tsx';
import { TakenComposer } from './composer/taken-composer.tsx';
import type { Attachments } from './composer/use-attachments.ts';
import styles from './inbox.gallery.module.css';
import { BoardCard } from './list/board/board-card.tsx';
import { NoStages } from './list/board/no-stages.tsx';
import { EmptyView } from './list/empty-view.tsx';
import { ThreadListSkeleton } from './list/thread-list.tsx';
import { ThreadRow } from './list/thread-row.tsx';
import { ContactPanel } from './panel/contact-panel.tsx';
import { GroupPeople } from './panel/group-people.tsx';
import {
  sampleAccount,
  sampleChannels,
  sampleGroup,
  sampleGroups,
  sampleNow,
  sampleThread,
  sampleThreads,
  sampleTime,
  sampleUid,
  sampleUsers,
} from './samples/sample-account.ts';
import { sampleMessages, sampleOutcomes } from './samples/sample-messages.ts';
import { BlockedBanner } from './thread/blocked-banner.tsx';
import { ConversationTimeline } from './thread/conversation-timeline.tsx';
import { ConversationHeader } from './thread/header/conversation-header.tsx';
import { ReplyDueBadge } from './thread/header/reply-due-mark.tsx';
import { HistoryGapLine } from './thread/history-gap-line.tsx';
import { ConversationUnreachable, NoSuchConversation } from './thread/missing-thread.tsx';
import { NothingChosen } from './thread/no-conversation.tsx';
import { TimelineSkeleton } from './thread/timeline-skeleton.tsx';

const nothing = () => undefined;
const sampleGap = { from: sampleTime('10:02'), to: sampleTime('10:09') };

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  const sections: GallerySection[] = [
    { id: 'rows', title: t`Rows of the list`, states: <Rows /> },
    { id: 'conversation', title: t`A conversation with every type`, states: <EveryType /> },
    { id: 'outcomes', title: t`What becomes of our messages`, states: <Outcomes /> },
    { id: 'waiting', title: t`What waits on this device`, states: <Waiting /> },
    { id: 'composer', title: t`The field`, states: <Fields /> },
    { id: 'shared-drafts', title: t`Shared drafts`, states: <Shared /> },
    { id: 'board', title: t`The board`, states: <BoardParts /> },
    {
      id: 'header',
      title: t`Over a conversation`,
      states: <Headers />,
    },
    { id: 'contact', title: t`The contact`, states: <Contacts /> },
    { id: 'no-conversation', title: t`No conversation`, states: <NoConversation /> },
    { id: 'template-previews', title: t`How a template will look`, states: <TemplatePreviews /> },
    { id: 'reply-targets', title: t`Reply targets`, states: <ReplyDues /> },
    { id: 'gap', title: t`What is not on this device yet`, states: <HistoryGapLine gap={sampleGap} /> },
    { id: 'loading', title: t`First visit`, states: <Loading /> },
  ];
  // Labels, saved replies and drafts belong to an account.
  return sections.map((section) => ({
    ...section,
    states: <AccountProvider value={nobody}>{section.states}</AccountProvider>,
  }));
}

function Rows() {
  const findUser = (id: string) => sampleUsers.find((user) => user.id === id);
  const findGroup = (id: string) => sampleGroups.find((group) => group.id === id);
  return (
    <div className={styles.list}>
      {sampleThreads.map((thread, index) => (
        <ThreadRow
          key={thread.id}
          thread={thread}
          uid={sampleUid}
          findUser={findUser}
          findGroup={findGroup}
          channel={sampleChannels.find((channel) => channel.id === thread.channel_id)}
          channelPlace={sampleChannels.findIndex((channel) => channel.id === thread.channel_id)}
          nowMs={sampleNow}
          selected={index === 1}
          draft={
            index === 4
              ? { thread_id: thread.id, text: 'We do have the 54 cm in', quoted_id: null, updated_at: '' }
              : undefined
          }
          present={index === 2 && sampleUsers[1] ? { user: sampleUsers[1], typing: true } : undefined}
          assistant={index === 5 ? 'Kestrel assistant' : null}
          waiting={index === 9 ? entry({ body: 'Yes, we do' }) : undefined}
        />
      ))}
    </div>
  );
}

const sampleStage = {
  id: 'offer',
  name: 'Offer sent',
  color: 'amber',
  position: 0,
  closes: false,
  version: 1,
} as const;

function BoardParts() {
  const { t } = useLingui();
  return (
    <div className={styles.list}>
      <p id="board-hint">{t`Press Space to move the conversation to another stage.`}</p>
      {sampleThreads.slice(0, 2).map((thread, index) => (
        <BoardCard
          key={thread.id}
          thread={{ ...thread, stage_id: sampleStage.id, value: index === 0 ? 125_050 : null }}
          index={index}
          view="active"
          stages={[sampleStage]}
          selected={index === 1}
          carried={false}
          describedBy="board-hint"
          onGrab={nothing}
          onMove={nothing}
        />
      ))}
      <NoStages onManage={nothing} />
    </div>
  );
}

function ReplyDues() {
  return (
    <p>
      <ReplyDueBadge due={{ what: 'reply', kind: 'later', unit: 'hours', count: 3 }} />{' '}
      <ReplyDueBadge due={{ what: 'resolution', kind: 'soon', unit: 'minutes', count: 12 }} />{' '}
      <ReplyDueBadge due={{ what: 'reply', kind: 'overdue', unit: 'days', count: 2 }} />
    </p>
  );
}

function Shared() {
  const [account] = useState(() => sampleAccount([sampleThread], []));
  const draft = { quoted_id: null, updated_at: '', version: 1, taken_from: null, shared: true };
  const [uid, other = ''] = sampleUsers.map(({ id }) => id);
  const done = () => Promise.resolve();
  const show = (drafts: SharedDraft[]) => (
    <SharedDraftList drafts={drafts} uid={sampleUid} onStop={done} onUse={done} />
  );
  return (
    <AccountProvider value={account}>
      <div className={styles.stack}>
        {show([{ ...draft, user_id: other, text: 'Yes, we have two left in blue.' }])}
        {show([{ ...draft, user_id: other, text: 'We have two left.\n'.repeat(6) }])}
        {show([{ ...draft, user_id: sampleUid, text: 'Yes' }])}
        {show([{ ...draft, user_id: other, text: 'Yes, two.', taken_from: uid ?? null }])}
      </div>
    </AccountProvider>
  );
}

/** What happened to the channel and a template of a conversation. */
const sampleNotices: ThreadEvent[] = (['channel_disconnected', 'channel_connected', 'template_paused'] as const).map(
  (kind, at) => ({
    id: `01890000-0000-7000-8000-0000000007e${at}`,
    thread_id: sampleThread.id,
    kind,
    detail: kind === 'template_paused' ? { template_name: 'spring_offer', reason: 'FIRST_PAUSE' } : {},
    created_at: sampleTime(`10:0${at}`),
    created_by: 'webhook',
    version: 1,
  }),
);

function EveryType() {
  const [account] = useState(() => {
    const made = sampleAccount([sampleThread], sampleMessages);
    made.store.putRows('thread_events', sampleNotices);
    return made;
  });
  return (
    <AccountProvider value={account}>
      <div className={styles.tall}>
        <ConversationTimeline thread={sampleThread} onQuote={nothing} onTakeBack={nothing} mayReadRaw />
      </div>
    </AccountProvider>
  );
}

function Outcomes() {
  const [account] = useState(() => sampleAccount([sampleThread], sampleOutcomes));
  return (
    <AccountProvider value={account}>
      <div className={styles.tall}>
        <ConversationTimeline thread={sampleThread} onQuote={nothing} onTakeBack={nothing} mayReadRaw />
      </div>
    </AccountProvider>
  );
}

function entry({ body, refusal }: { body: string; refusal?: OutboxEntry['refusal'] }): OutboxEntry {
  return {
    id: `entry ${body}`,
    thread_id: sampleThread.id,
    order: 1,
    created_at: sampleTime('10:09'),
    body: { id: body, thread_id: sampleThread.id, channel_id: '', source: 'INBOX', type: 'text', text: { body } },
    state: refusal === undefined ? 'queued' : 'refused',
    refusal,
  };
}

/** The same object on every render: another file would be read again. */
const file = new Blob(
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#5b8" d="M0 0h4v3H0z"/></svg>'],
  { type: 'image/svg+xml' },
);

/** A queued image of ours. */
function fileEntry(refusal?: OutboxEntry['refusal']): OutboxEntry {
  return {
    ...entry({ body: `file ${refusal === undefined}`, refusal }),
    body: {
      id: 'file',
      thread_id: sampleThread.id,
      channel_id: '',
      source: 'INBOX',
      type: 'image',
      image: { media_id: '', caption: 'The stand by the door' },
    },
    attachment: { file, name: 'stand.png', kind: 'image', width: 640, height: 480 },
  };
}

/** A queued template. */
function templateEntry(refusal?: OutboxEntry['refusal']): OutboxEntry {
  const id = `template ${refusal === undefined}`;
  return {
    ...entry({ body: id, refusal }),
    body: {
      id,
      thread_id: sampleThread.id,
      channel_id: '',
      source: 'INBOX',
      type: 'template',
      template: { id: 't1', components: [] },
    },
    template: {
      name: 'order_ready',
      display: {
        body: 'Hi Amara, your order A-17 is ready to be picked up.',
        buttons: [{ type: 'URL', text: 'Track order' }],
      },
    },
  };
}

const nobody = sampleAccount([sampleThread], []);

function Waiting() {
  const { t } = useLingui();
  const entries: { entry: OutboxEntry; overdue?: boolean; offline?: boolean; behind?: boolean }[] = [
    { entry: entry({ body: t`Just sent` }) },
    { entry: entry({ body: t`Sent a while ago` }), overdue: true },
    { entry: entry({ body: t`Written offline` }), overdue: true, offline: true },
    { entry: entry({ body: t`Asked about`, refusal: { code: 'thread_changed', message: '' } }) },
    { entry: entry({ body: t`Not theirs`, refusal: { code: 'assigned_to_other', message: '' } }) },
    { entry: entry({ body: t`Behind that` }), behind: true },
    { entry: entry({ body: t`Too late`, refusal: { code: 'window_closed', message: '' } }) },
    { entry: fileEntry() },
    {
      entry: fileEntry({
        code: 'payload_too_large',
        message: t`This file is too large: a picture may have 5 MB at most.`,
      }),
    },
    { entry: templateEntry() },
    {
      entry: templateEntry({
        code: 'validation_failed',
        message: t`WhatsApp calls order_ready PAUSED: only an active template can be sent.`,
      }),
    },
    {
      entry: entry({ body: t`Refused`, refusal: { code: 'validation_failed', message: t`At most 4,096 characters.` } }),
    },
  ];
  return (
    <AccountProvider value={nobody}>
      <div className={styles.canvas}>
        {entries.map(({ entry: each, overdue = false, offline = false, behind = false }) => (
          <WaitingBubble
            key={each.id}
            entry={each}
            first
            last
            author={null}
            notice={
              <OutboxNotice
                entry={each}
                answeredBy="Dana"
                overdue={overdue}
                offline={offline}
                behind={behind}
                hasField
                onSendAnyway={nothing}
                onTakeBack={nothing}
                onAgain={nothing}
              />
            }
          />
        ))}
      </div>
    </AccountProvider>
  );
}

const picked = { caption: '', previewUrl: null, sizeBytes: 212_000 };
const pickedFiles: Attachments = {
  files: [
    {
      ...picked,
      key: '1',
      name: 'stand.png',
      previewUrl: '/picture.svg',
      state: 'ready',
      prepared: { file: new Blob(), name: 'stand.png', kind: 'image' },
    },
    { ...picked, key: '2', name: 'ride.mov', state: 'preparing' },
    { ...picked, key: '3', name: 'film.mp4', state: 'problem', problem: { why: 'large', mostBytes: 16_777_216 } },
    { ...picked, key: '4', name: 'program.exe', state: 'problem', problem: { why: 'type' } },
  ],
  leftOut: 2,
  add: nothing,
  remove: nothing,
  move: nothing,
  setCaption: nothing,
  sent: nothing,
};

function Fields() {
  const { t } = useLingui();
  const open = { tone: 'ok', until: t`tomorrow 09:52`, left: t`23 h 41 min` } as const;
  const last = { tone: 'bad', until: '10:52', left: t`41 min` } as const;
  const send = () => Promise.resolve();
  const shared = { actions: { onChange: nothing, onSend: send }, placeholder: t`Write to Amara Okafor` };
  const window = { words: open, expiresAt: null, nowMs: sampleNow };
  const quoted = { author: 'Amara Okafor', type: 'text', line: t`Is this the hanger?` } as const;
  const closed = (time: string | null) => {
    const expiresAt = time === null ? null : sampleTime(time, 1);
    return {
      since: <ClosedText expiresAt={expiresAt} nowMs={sampleNow} />,
      notice: <ClosedNotice expiresAt={expiresAt} name="Diego" sandbox={false} onTemplate={nothing} />,
    };
  };
  return (
    <div className={styles.stack}>
      <Composer {...shared} initialText="" window={window} />
      <Composer
        {...shared}
        initialText={t`Yes, bent rather than cracked.`}
        window={{ ...window, words: last }}
        quote={{ shown: quoted, onRemove: nothing }}
      />
      <Composer {...shared} initialText="" window={window} extras={{ attachments: pickedFiles, onVoice: send }} />
      <Composer {...shared} initialText={'A long story. '.repeat(260)} window={window} />
      <Composer {...shared} initialText={'Too long a story. '.repeat(230)} window={window} />
      <Composer
        {...shared}
        initialText={t`Con neumático nuevo son £34`}
        window={{ ...window, words: null, closed: closed('16:53') }}
      />
      <Composer {...shared} initialText="" window={{ ...window, words: null, closed: closed(null) }} />
      <BlockedComposer tabs={<ComposerTabs mode="reply" onMode={nothing} />} draft="" />
      <TakenComposer
        tabs={<ComposerTabs mode="reply" onMode={nothing} />}
        draft={t`Your order is ready`}
        title={t`Assigned to Dana`}
        onTakeOver={nothing}
      />
      <BlockedComposer tabs={<ComposerTabs mode="reply" onMode={nothing} />} draft="" group="suspended" />
    </div>
  );
}

function Headers() {
  const { t } = useLingui();
  const shared = {
    users: sampleUsers,
    groups: sampleGroups,
    onBack: nothing,
    onLabel: nothing,
    onSnooze: nothing,
    onMoved: nothing,
    onMute: nothing,
    onToggleDone: nothing,
    onUnread: nothing,
    onFind: nothing,
    onTogglePanel: nothing,
  };
  return (
    <div className={styles.stack}>
      <ConversationHeader {...shared} thread={sampleThread} channel={sampleChannels[0]} nowMs={Date.now()} panelOpen />
      <BlockedBanner by={{ you: true }} action={<Button size="sm" variant="plain">{t`Unblock`}</Button>} />
      {sampleThreads.slice(6, 9).map((thread) => (
        <ConversationHeader
          key={thread.id}
          {...shared}
          thread={{ ...thread, state: 'DONE' }}
          channel={sampleChannels[1]}
          nowMs={sampleNow}
          panelOpen={false}
        />
      ))}
    </div>
  );
}

function Contacts() {
  const shared = { channel: sampleChannels[0], nowMs: Date.now(), onRetry: nothing, onClose: nothing };
  const lists = ['Service plan', 'E-bikes', 'Newsletter'].map((name) => ({
    id: name,
    name,
    color: null,
    member_count: 12,
    version: 1,
  }));
  const contact = {
    id: sampleThread.contact_id,
    phone_number: '447700900118',
    user_id: null,
    username: null,
    name: 'Amara Okafor',
    contact_list_ids: ['Service plan', 'E-bikes', 'unknown', 'Newsletter', 'other'],
    custom_fields: { Bike: 'Heron 5, 2024', Frame: '52 cm', 'Plan until': '31 August 2027' },
    opted_in_at: sampleTime('09:00', 88),
    opt_in_source: 'shop',
    opted_out_at: null,
    origin: 'WEBHOOK' as const,
    created_at: sampleTime('09:00', 90),
    updated_at: sampleTime('09:00', 9),
    version: 1,
  };
  const optedOut = { ...contact, contact_list_ids: [], custom_fields: {}, opted_out_at: sampleTime('09:00', 9) };
  const fields = ['Bike', 'Frame'];
  return (
    <div className={styles.panels}>
      <ContactPanel
        {...shared}
        thread={sampleThread}
        contact={contact}
        failed={false}
        lists={lists}
        fieldNames={fields}
      />
      <ContactPanel
        {...shared}
        thread={sampleThread}
        contact={optedOut}
        failed={false}
        lists={lists}
        fieldNames={fields}
      />
      <ContactPanel {...shared} thread={sampleThread} contact={undefined} failed={false} lists={[]} fieldNames={[]} />
      <ContactPanel {...shared} thread={sampleThread} contact={undefined} failed lists={[]} fieldNames={[]} />
      <ContactPanel
        {...shared}
        thread={sampleGroup}
        contact={undefined}
        failed={false}
        lists={[]}
        fieldNames={[]}
        group={<GroupPeople thread={sampleGroup} />}
      />
    </div>
  );
}

const allDone = {
  views: { mine: 0, unassigned: 0, active: 0, closing: 0, overdue: 0, snoozed: 2, failed: 0, done: 120 },
  ...{ scheduled: 0, done_today: 14, channels: {}, groups: {}, labels: {}, saved: {} },
};

function NoConversation() {
  return (
    <div className={styles.stack}>
      <NothingChosen />
      <NoSuchConversation onBack={nothing} />
      <ConversationUnreachable onRetry={nothing} />
      <EmptyView view="active" counts={allDone} known further={null} />
    </div>
  );
}

function TemplatePreviews() {
  return sampleTemplates.map((template) => (
    <TemplatePreview key={template.id} label={template.name} name={template.name} display={exampleDisplay(template)} />
  ));
}

function Loading() {
  return (
    <div className={styles.stack}>
      <ThreadListSkeleton />
      <TimelineSkeleton />
    </div>
  );
}
