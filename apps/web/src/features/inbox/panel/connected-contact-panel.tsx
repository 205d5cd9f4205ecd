import type { Thread } from '@parley/contract/types';
import { Activity, memo, Suspense, useCallback, useEffect, useState } from 'react';
import { afterPaint } from '../../../platform/after-paint.ts';
import { ApiError } from '../../../platform/errors.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { useNow } from '../../../platform/use-now.ts';
import { useSteady } from '../../../ui/use-steady.ts';
import { ThreadAutomations } from '../../automations/public.ts';
import { ContactFacts } from '../../contacts/public.ts';
import { useAccount, useRow, useRows } from '../../sync/public.ts';
import { loadContact } from '../bubble/actions/thread-actions.ts';
import styles from './contact-panel.module.css';
import { ContactPanel } from './contact-panel.tsx';

const PanelSections = lazyComponent<{ thread: Thread }>(
  () => import('./panel-sections.tsx').then((part) => part.PanelSections),
  { fallback: null },
);

const GroupPeople = lazyComponent<{ thread: Thread }>(
  () => import('./group-people.tsx').then((part) => part.GroupPeople),
  { fallback: null },
);

const StageFacts = lazyComponent<{ thread: Thread }>(
  () => import('../list/board/stage-facts.tsx').then((part) => part.StageFacts),
  { fallback: null, optional: true },
);

const LabelFact = lazyComponent<{ thread: Thread }>(() => import('./label-fact.tsx').then((part) => part.LabelFact), {
  fallback: null,
  optional: true,
});

const CallFact = lazyComponent<{ thread: Thread }>(() => import('./call-fact.tsx').then((part) => part.CallFact), {
  fallback: null,
  optional: true,
});

/** Loads the code of the panel: the first conversation does not wait for it. */
export async function preloadContactPanel(): Promise<void> {
  await Promise.all(
    [ContactFacts, PanelSections, GroupPeople, StageFacts, LabelFact, CallFact, ThreadAutomations].map((part) =>
      part.preload(),
    ),
  );
  await (await import('./panel-sections.tsx')).preloadSections();
}

type KnownContactProps = { thread: Thread; over: boolean; onClose: () => void };
type ConnectedContactPanelProps = KnownContactProps & { open: boolean };

/**
 * The contact of a thread. Another contact follows when the messages of their conversation are painted. While it is
 * closed, what was typed in it stays.
 */
export function ConnectedContactPanel({ thread, open, over, onClose }: ConnectedContactPanelProps) {
  const [painted, setPainted] = useState(thread);
  const behind = painted.contact_id !== thread.contact_id;
  const shown = behind ? painted : thread;
  useEffect(() => afterPaint(() => setPainted(thread)), [thread]);
  const close = useSteady(onClose);
  return (
    // Until then nothing can be done with the contact before.
    <div className={styles.frame} inert={behind}>
      <Activity mode={open ? 'visible' : 'hidden'}>
        <KnownContact key={shown.contact_id} thread={shown} over={over} onClose={close} />
      </Activity>
    </div>
  );
}

/** The known row at once, read again whenever the panel opens. */
const KnownContact = memo(function KnownContact({ thread, over, onClose }: KnownContactProps) {
  const account = useAccount();
  const contact = useRow('contacts', thread.contact_id);
  const channel = useRow('channels', thread.channel_id);
  const client = useRows('clients')[0];
  const [problem, setProblem] = useState<'failed' | 'gone' | null>(null);
  const isGroup = thread.group !== undefined;
  const read = useCallback(() => {
    setProblem(null);
    if (isGroup) return;
    void loadContact(account, thread.contact_id).catch((error: unknown) =>
      setProblem(error instanceof ApiError && error.code === 'not_found' ? 'gone' : 'failed'),
    );
  }, [account, thread.contact_id, isGroup]);
  useEffect(read, [read]);
  return (
    <ContactPanel
      thread={thread}
      over={over}
      channel={channel}
      contact={contact}
      failed={problem === 'failed'}
      gone={problem === 'gone' && contact === undefined}
      details={
        contact && (
          <Suspense>
            <ContactFacts contact={contact} />
            <PanelSections thread={thread} />
            <ThreadAutomations threadId={thread.id} />
          </Suspense>
        )
      }
      group={
        isGroup && (
          <Suspense>
            <GroupPeople thread={thread} />
          </Suspense>
        )
      }
      facts={
        <Suspense>
          <StageFacts thread={thread} />
          <LabelFact thread={thread} />
          {channel?.kind === 'WHATSAPP' && thread.blocked === undefined && thread.group === undefined && (
            <CallFact thread={thread} />
          )}
        </Suspense>
      }
      lists={useRows('contact_lists')}
      fieldNames={client?.custom_fields ?? []}
      nowMs={useNow()}
      onRetry={read}
      onClose={onClose}
    />
  );
});
