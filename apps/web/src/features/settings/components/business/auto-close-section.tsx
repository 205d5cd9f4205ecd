import { useLingui } from '@lingui/react/macro';
import type { AutoCloseRule, Client } from '@parley/contract/types';
import { useState } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextAreaField } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useDurationText } from '../../../../ui/use-duration-text.ts';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { SettingDialog } from './setting-dialog.tsx';

const [hour, day] = [60, 1_440];
const usualMinutes = [4 * hour, 12 * hour, day, ...[2, 3, 5, 7, 14, 30, 90].map((days) => days * day)];
const first: AutoCloseRule = { after_minutes: 3 * day, waiting: false, text: '' };

/** When conversations are marked as done by themselves. */
export function AutoCloseSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const durationText = useDurationText();
  const [changing, setChanging] = useState(false);
  const { auto_close_rule: rule } = client;
  return (
    <BusinessSection
      id="auto-close"
      title={t`Automatic closing`}
      lead={t`Inactive conversations are marked as done. Snoozed conversations stay open.`}
      onChange={() => setChanging(true)}
    >
      {rule === null ? (
        <p>{t`Off: members mark conversations as done.`}</p>
      ) : (
        <dl className={styles.facts}>
          <dt>{t`Inactive for`}</dt>
          <dd>{durationText(rule.after_minutes)}</dd>
          <dt>{t`Customer waits for a reply`}</dt>
          <dd>{rule.waiting ? t`Closed too` : t`Stays open`}</dd>
          <dt>{t`Closing text`}</dt>
          <dd dir="auto">{rule.text.trim() === '' ? t`None` : rule.text}</dd>
        </dl>
      )}
      {changing && <AutoCloseDialog rule={rule} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

function AutoCloseDialog({ rule, onClose }: { rule: AutoCloseRule | null; onClose: () => void }) {
  const { t } = useLingui();
  const durationText = useDurationText();
  const [on, setOn] = useState(rule !== null);
  const [draft, setDraft] = useState(rule ?? first);
  const choices = [...new Set([...usualMinutes, draft.after_minutes])].sort((a, b) => a - b);
  return (
    <SettingDialog
      title={t`Automatic closing`}
      changes={() => ({ auto_close_rule: on ? draft : null })}
      fields={['auto_close_rule.after_minutes', 'auto_close_rule.text']}
      saved={t`Automatic closing saved`}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Segments
            label={t`Inactive conversations`}
            value={on ? 'close' : 'none'}
            onChange={(next) => setOn(next === 'close')}
            segments={[
              { value: 'none', label: t`Leave open` },
              { value: 'close', label: t`Mark as done` },
            ]}
          />
          {on && (
            <>
              <SelectField
                label={t`Inactive for`}
                choices={choices.map((one) => ({ value: String(one), label: durationText(one) }))}
                value={String(draft.after_minutes)}
                error={errors['auto_close_rule.after_minutes'] ?? null}
                onChange={(value) => value !== '' && setDraft({ ...draft, after_minutes: Number(value) })}
              />
              <Checkbox
                checked={draft.waiting}
                onChange={(event) => setDraft({ ...draft, waiting: event.target.checked })}
              >
                {t`Also while the customer waits for a reply`}
              </Checkbox>
              <TextAreaField
                label={t`Closing text`}
                note={t`optional`}
                help={t`Sent before, while the reply window is open.`}
                rows={3}
                dir="auto"
                value={draft.text}
                error={errors['auto_close_rule.text'] ?? null}
                onChange={(event) => setDraft({ ...draft, text: event.target.value })}
              />
              <p className={styles.quiet}>{t`Conversations already inactive for longer are closed now.`}</p>
            </>
          )}
        </>
      )}
    </SettingDialog>
  );
}
