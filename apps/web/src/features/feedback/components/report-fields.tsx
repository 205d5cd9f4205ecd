import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useProfile } from '../../../platform/profile.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { ReportDraft } from '../data/report-body.ts';
import type { Shot } from '../data/shots.ts';
import styles from './feedback.module.css';
import { severityLabels } from './report-words.ts';
import { ScreenshotField } from './screenshot-field.tsx';

type FieldsProps = {
  form: ReturnType<typeof useForm<ReportDraft>>;
  shots: readonly Shot[];
  onShots: (shots: readonly Shot[]) => void;
  broken: readonly string[];
  hasConversation: boolean;
};

/** What a reporter says, and what they let the report include. */
export function ReportFields({ form, shots, onShots, broken, hasConversation }: FieldsProps) {
  const { t, i18n } = useLingui();
  const email = useProfile(({ profile }) => profile?.email);
  const includeId = useId();
  const { values, set } = form;
  const tick = (name: 'includeDetails' | 'includeMessages' | 'includeNames' | 'mayReply') => ({
    checked: values[name],
    onChange: (event: { target: { checked: boolean } }) => set(name, event.target.checked),
  });
  const severities = (['cosmetic', 'slows', 'blocks'] as const).map((value) => ({
    value,
    label: i18n._(severityLabels[value]),
  }));
  return (
    <>
      <TextAreaField label={t`What happened?`} rows={4} maxLength={5_000} {...form.text('what')} />
      <TextAreaField
        label={t`What did you expect?`}
        note={t`optional`}
        rows={2}
        maxLength={5_000}
        {...form.text('expected')}
      />
      <div className={styles.group}>
        <span className={styles.label}>{t`How much does it affect your work?`}</span>
        <Segments
          label={t`How much does it affect your work?`}
          segments={severities}
          value={values.severity}
          onChange={(severity) => set('severity', severity)}
        />
      </div>
      <ScreenshotField shots={shots} onChange={onShots} broken={broken} />
      <fieldset className={styles.group} aria-labelledby={includeId}>
        <span id={includeId} className={styles.label}>{t`Include`}</span>
        <Checkbox {...tick('includeDetails')}>
          {t`Technical details`} <small className={styles.quiet}>{t`Page, version, browser, last 50 events`}</small>
        </Checkbox>
        {hasConversation && (
          <>
            <Checkbox {...tick('includeMessages')}>{t`Message text of the conversation you came from`}</Checkbox>
            <Checkbox {...tick('includeNames')}>{t`Name and phone number of that customer`}</Checkbox>
          </>
        )}
        <Checkbox {...tick('mayReply')}>
          {email === undefined ? t`You may email me` : t`You may email me at ${email}`}
        </Checkbox>
      </fieldset>
    </>
  );
}
