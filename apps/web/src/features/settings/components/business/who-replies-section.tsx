import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { useState } from 'react';
import { Segments } from '../../../../ui/segments.tsx';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { SettingDialog } from './setting-dialog.tsx';

/** Who can reply in a conversation that is assigned to a member. */
export function WhoRepliesSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const { only_assignee_replies: only } = client;
  return (
    <BusinessSection
      id="who-replies"
      title={t`Replies to assigned conversations`}
      lead={t`Who can write to a customer whose conversation is assigned to a member. Unassigned conversations are open to everyone who sees them.`}
      onChange={() => setChanging(true)}
    >
      <p>{only ? t`Only the assigned member` : t`Any member who sees the conversation`}</p>
      {changing && <WhoRepliesDialog only={only} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

function WhoRepliesDialog({ only, onClose }: { only: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(only);
  return (
    <SettingDialog
      title={t`Replies to assigned conversations`}
      changes={() => ({ only_assignee_replies: chosen })}
      fields={[]}
      saved={t`Reply rule saved`}
      onClose={onClose}
    >
      {() => (
        <>
          <Segments
            label={t`Who can reply`}
            value={chosen ? 'assignee' : 'anyone'}
            onChange={(next) => setChosen(next === 'assignee')}
            segments={[
              { value: 'anyone', label: t`Any member` },
              { value: 'assignee', label: t`Only the assigned member` },
            ]}
          />
          <p className={styles.quiet}>
            {chosen
              ? t`Others take the conversation over before they reply. Internal notes stay open to everyone; API keys, broadcasts and automations are not affected.`
              : t`Others see a banner that says whose conversation it is.`}
          </p>
        </>
      )}
    </SettingDialog>
  );
}
