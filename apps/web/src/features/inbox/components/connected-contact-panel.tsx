import type { Thread } from '@parley/contract/types';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { useNow } from '../../../platform/use-now.ts';
import { ThreadAutomations } from '../../automations/public.ts';
import { ContactFacts } from '../../contacts/public.ts';
import { useAccount, useRow, useRows } from '../../sync/public.ts';
import { loadContact } from '../data/thread-actions.ts';
import { useClosingSoonMs } from '../data/use-closing-soon.ts';
import { ContactPanel } from './contact-panel.tsx';

const PanelSections = lazyComponent<{ thread: Thread }>(
  () => import('./panel-sections.tsx').then((part) => part.PanelSections),
  { fallback: null },
);

/** The contact of a thread: the known row at once, read again whenever the panel opens. */
export function ConnectedContactPanel({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const account = useAccount();
  const contact = useRow('contacts', thread.contact_id);
  const channel = useRow('channels', thread.channel_id);
  const client = useRows('clients')[0];
  const [problem, setProblem] = useState<'failed' | 'gone' | null>(null);
  const read = useCallback(() => {
    setProblem(null);
    void loadContact(account, thread.contact_id).catch((error: unknown) =>
      setProblem(error instanceof ApiError && error.code === 'not_found' ? 'gone' : 'failed'),
    );
  }, [account, thread.contact_id]);
  useEffect(read, [read]);
  return (
    <ContactPanel
      thread={thread}
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
      lists={useRows('contact_lists')}
      fieldNames={client?.custom_fields ?? []}
      closingSoonMs={useClosingSoonMs()}
      nowMs={useNow()}
      onRetry={read}
      onClose={onClose}
    />
  );
}
