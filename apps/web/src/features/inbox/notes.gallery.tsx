import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { AccountProvider, type NoteEntry } from '../sync/public.ts';
import { type ComposerMode, ComposerTabs } from './composer/composer-tabs.tsx';
import styles from './inbox.gallery.module.css';
import { ThreadRow } from './list/thread-row.tsx';
import type { MentionCandidate } from './notes/mention-candidates.ts';
import { MentionList } from './notes/mention-list.tsx';
import { bodyOf, type MentionTarget } from './notes/mention-text.ts';
import { NoteBubble } from './notes/note-bubble.tsx';
import { noteDraftKey } from './notes/note-draft.ts';
import { NoteField } from './notes/note-field.tsx';
import own from './notes.gallery.module.css';
import {
  sampleAccount,
  sampleGroups,
  sampleNow,
  sampleThread,
  sampleThreads,
  sampleTime,
  sampleUid,
  sampleUsers,
} from './samples/sample-account.ts';

const nothing = () => undefined;

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'notes', title: t`Notes of the team`, states: <Bubbles /> },
    { id: 'note-field', title: t`The field for a note`, states: <Fields /> },
    { id: 'note-names', title: t`Whom a note may name`, states: <Names /> },
    { id: 'note-rows', title: t`Rows with mentions`, states: <Rows /> },
  ];
}

const [me, dana] = sampleUsers.map(({ id, name }): MentionTarget => ({ kind: 'user', id, name }));
const [workshop] = sampleGroups.map(({ id, name }): MentionTarget => ({ kind: 'group', id, name }));
const left: MentionTarget = { kind: 'group', id: '01890000-0000-7000-8000-0000000000f9', name: 'Saturday crew' };
const everybody = [me, dana, workshop, left].filter((named) => named !== undefined);
const nobody = sampleAccount([sampleThread], []);

function note(id: string, text: string, by: string, clock: string) {
  return { id, thread_id: sampleThread.id, ...bodyOf(text, everybody), created_at: sampleTime(clock), created_by: by };
}

function Bubbles() {
  const { t } = useLingui();
  const danaId = dana?.id ?? '';
  const refused = t`This member was not found.`;
  return (
    <AccountProvider value={nobody}>
      <div className={styles.canvas}>
        <NoteBubble
          first
          note={note('1', t`@Dana Whitfield she is on the service plan. *No* labour charge.`, sampleUid, '10:01')}
        />
        <NoteBubble first={false} note={note('2', t`Please keep Saturday 10:00 free.`, sampleUid, '10:02')} />
        <NoteBubble
          first
          note={note('3', t`@Mateo Ruiz and @Workshop: done. @Saturday crew knows.`, danaId, '10:03')}
        />
        <NoteBubble first note={note('4', t`From somebody whose name is not known yet`, 'unknown', '10:04')} />
        <NoteBubble first note={note('5', 'زبون قديم، يرجى الاتصال به غداً @Workshop', danaId, '10:05')} />
        <NoteBubble
          first
          note={note('6', t`Just written, not with the team yet`, sampleUid, '10:06')}
          waiting={waiting('6')}
        />
        <NoteBubble
          first
          note={note('7', t`Refused by the server`, sampleUid, '10:07')}
          waiting={{ ...waiting('7'), state: 'refused', refusal: { code: 'not_found', message: refused } }}
          onTakeBack={nothing}
        />
      </div>
    </AccountProvider>
  );
}

function waiting(id: string): NoteEntry {
  return {
    id,
    kind: 'note',
    thread_id: sampleThread.id,
    order: 1,
    created_at: sampleTime('10:06'),
    state: 'queued',
    body: { id, thread_id: sampleThread.id, body: '', mentions: { user_ids: [], group_ids: [] } },
  };
}

function Fields() {
  const { t } = useLingui();
  const [mode, setMode] = useState<ComposerMode>('note');
  const [begun] = useState(() => {
    const account = sampleAccount([sampleThread], []);
    const { body } = bodyOf(t`@Dana Whitfield, @Workshop: could one of you look?`, everybody);
    void account.drafts.put(noteDraftKey(sampleThread.id), body, null);
    return account;
  });
  const tabs = <ComposerTabs mode={mode} onMode={setMode} />;
  return (
    <div className={styles.stack}>
      <AccountProvider value={nobody}>
        <NoteField thread={sampleThread} tabs={tabs} onDone={nothing} />
      </AccountProvider>
      <AccountProvider value={begun}>
        <NoteField thread={sampleThread} tabs={tabs} onDone={nothing} />
      </AccountProvider>
    </div>
  );
}

function Names() {
  const group = { kind: 'group', photo: null } as const;
  const teammate = { kind: 'user', photo: null, members: 1 } as const;
  const choices: MentionCandidate[] = [
    { ...teammate, id: 'a', name: 'Dana Whitfield', canView: true, viewerCount: 1 },
    { ...teammate, id: 'b', name: 'Bartholomew Featherstonehaugh-Cholmondeley', canView: true, viewerCount: 1 },
    { ...group, id: 'c', name: 'Sales', canView: true, members: 1, viewerCount: 1 },
    { ...group, id: 'd', name: 'Workshop', canView: true, members: 3, viewerCount: 2 },
    { ...teammate, id: 'e', name: 'Tomasz Zieliński', canView: false, viewerCount: 0 },
    { ...group, id: 'f', name: 'Nobody yet', canView: false, members: 0, viewerCount: 0 },
  ];
  return (
    <div className={own.under}>
      <MentionList names={{ id: 'names', choices, active: 1, open: true, choose: nothing }} />
    </div>
  );
}

function Rows() {
  const { t } = useLingui();
  const instead = { at: sampleTime('09:58'), words: t`Dana: @Mateo Ruiz please look at the estimate` };
  return (
    <div className={styles.list}>
      {sampleThreads.slice(0, 4).map((thread, index) => (
        <ThreadRow
          key={thread.id}
          thread={thread}
          uid={sampleUid}
          findUser={(id) => sampleUsers.find((user) => user.id === id)}
          findGroup={(id) => sampleGroups.find((each) => each.id === id)}
          channel={undefined}
          channelPlace={null}
          nowMs={sampleNow}
          selected={index === 1}
          mentioned={index < 3}
          instead={index === 2 || index === 3 ? instead : undefined}
        />
      ))}
    </div>
  );
}
