import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { useState } from 'react';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useDurationText } from '../../../../ui/use-duration-text.ts';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { SettingDialog } from './setting-dialog.tsx';

const usualMinutes = [15, 30, 60, 120, 180, 240, 360, 480, 720];

/** How long before the end of its reply window a conversation is marked. */
export function ClosingSoonSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const before = useDurationText()(client.closing_soon_minutes);
  return (
    <BusinessSection
      id="closing-soon"
      title={t`Reply window warning`}
      lead={t`When a customer waits for an answer and their reply window is about to close, the inbox marks the conversation, the view “Closing soon” lists it, and the assignee is notified once.`}
      onChange={() => setChanging(true)}
    >
      <p>{t`${before} before the reply window closes`}</p>
      {changing && <ClosingSoonDialog minutes={client.closing_soon_minutes} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

function ClosingSoonDialog({ minutes, onClose }: { minutes: number; onClose: () => void }) {
  const { t } = useLingui();
  const durationText = useDurationText();
  const [chosen, setChosen] = useState(minutes);
  const choices = [...new Set([...usualMinutes, minutes])].sort((a, b) => a - b);
  return (
    <SettingDialog
      title={t`Reply window warning`}
      changes={() => ({ closing_soon_minutes: chosen })}
      fields={['closing_soon_minutes']}
      saved={t`Reply window warning saved`}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField
            label={t`Warn before the window closes`}
            choices={choices.map((one) => ({ value: String(one), label: durationText(one) }))}
            value={String(chosen)}
            error={errors['closing_soon_minutes'] ?? null}
            onChange={(value) => value !== '' && setChosen(Number(value))}
          />
          <p className={styles.quiet}>{t`Each member chooses under Notifications how to be told.`}</p>
        </>
      )}
    </SettingDialog>
  );
}
