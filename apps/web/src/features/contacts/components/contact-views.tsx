import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { type ReactNode, useState } from 'react';
import { Tabs } from '../../../ui/tabs.tsx';
import { useContactCampaigns, useContactThreads, useNotes } from '../data/contacts-data.ts';
import { ContactActivityList } from './contact-activity.tsx';
import { ContactCampaigns } from './contact-campaigns.tsx';
import { ContactNotes } from './contact-notes.tsx';
import { ContactThreads } from './contact-threads.tsx';
import styles from './contact-views.module.css';
import { SandboxBadge } from './sandbox-badge.tsx';

type View = 'details' | 'notes' | 'threads' | 'campaigns' | 'activity';

/** Everything about a contact: form, notes, conversations, activity. */
export function ContactViews({ contact, children }: { contact: Contact; children: ReactNode }) {
  const { t } = useLingui();
  const [view, setView] = useState<View>('details');
  const notes = useNotes(contact.id).data?.length;
  const threads = useContactThreads(contact.id).data?.length;
  const campaigns = useContactCampaigns(contact.id).data?.length;
  return (
    <div className={styles.views}>
      <Tabs<View>
        label={t`About this contact`}
        tabs={[
          { value: 'details', label: t`Details` },
          { value: 'notes', label: t`Notes`, note: notes || undefined },
          { value: 'threads', label: t`Conversations`, note: threads || undefined },
          { value: 'campaigns', label: t`Campaigns`, note: campaigns || undefined },
          { value: 'activity', label: t`Activity` },
        ]}
        value={view}
        onChange={setView}
      >
        <div className={styles.view}>
          {/* What was typed stays while the others are looked at. */}
          <div hidden={view !== 'details'}>
            {contact.sandbox && (
              <p className={styles.mark}>
                <SandboxBadge />
              </p>
            )}
            {children}
          </div>
          {view === 'notes' && <ContactNotes contactId={contact.id} />}
          {view === 'threads' && <ContactThreads contactId={contact.id} />}
          {view === 'campaigns' && <ContactCampaigns contactId={contact.id} />}
          {view === 'activity' && <ContactActivityList contactId={contact.id} version={contact.version} />}
        </div>
      </Tabs>
    </div>
  );
}
