import { useLingui } from '@lingui/react/macro';
import type { Client, ReplyTargets } from '@parley/contract/types';
import { useState } from 'react';
import { FieldRow } from '../../../../ui/form.tsx';
import { useDurationText } from '../../../../ui/use-duration-text.ts';
import { changeClient } from '../../data/client-api.ts';
import { SavedSelect } from '../saved/saved-select.tsx';
import { SavedSwitch } from '../saved/saved-switch.tsx';
import styles from './business.module.css';
import { useHashTarget } from './business-section.tsx';

const [hour, day] = [60, 1_440];
const usualTargets = [5, 10, 15, 30, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, day, 2 * day, 3 * day];
const usualWarnings = [5, 10, 15, 30, hour, 2 * hour, 4 * hour];

/** How soon customers are to be answered; each field is saved by itself. */
export function ReplyTargetsSection({ client: live }: { client: Client }) {
  const { t } = useLingui();
  const section = useHashTarget('reply-targets');
  const durationText = useDurationText();
  // The answer to a change comes before the change feed tells of it.
  const [answered, setAnswered] = useState<Client | null>(null);
  const client = answered !== null && answered.version > live.version ? answered : live;
  const { reply_targets: targets } = client;
  const save = async (reply_targets: Partial<ReplyTargets>) => setAnswered(await changeClient({ reply_targets }));
  const choices = (usual: readonly number[], current: number | null) =>
    [...new Set(current === null ? usual : [...usual, current])]
      .sort((a, b) => a - b)
      .map((minutes) => ({ value: String(minutes), label: durationText(minutes) }));
  const target = (name: 'first_minutes' | 'next_minutes', label: string) => (
    <SavedSelect
      label={label}
      note={t`optional`}
      name={`reply_targets.${name}`}
      choices={choices(usualTargets, targets[name])}
      clearable
      saved={String(targets[name] ?? '')}
      save={(value) => save({ [name]: value === '' ? null : Number(value) })}
    />
  );
  return (
    <section ref={section} id="reply-targets" className={styles.section} aria-label={t`Reply targets`}>
      <h2>{t`Reply targets`}</h2>
      <p className={styles.quiet}>
        {t`How soon customers should get a reply. The inbox shows the time left, and the “Overdue” view lists late replies. Automatic replies don't count. Changes also apply to customers already waiting.`}
      </p>
      <FieldRow>
        {target('first_minutes', t`First reply within`)}
        {target('next_minutes', t`Later replies within`)}
      </FieldRow>
      <FieldRow>
        <SavedSelect
          label={t`Hours counted`}
          name="reply_targets.hours"
          choices={[
            { value: 'always', label: t`Day and night` },
            { value: 'working', label: t`Working hours only` },
          ]}
          saved={targets.hours}
          save={(hours) => save({ hours: hours === 'working' ? hours : 'always' })}
        />
        <SavedSelect
          label={t`Notify before it is due`}
          name="reply_targets.warn_minutes"
          choices={choices(usualWarnings, targets.warn_minutes)}
          saved={String(targets.warn_minutes)}
          save={(value) => save({ warn_minutes: Number(value) })}
        />
      </FieldRow>
      <SavedSwitch
        label={t`Notify Admins and Owners of overdue replies`}
        name="reply_targets.tell_admins"
        saved={targets.tell_admins}
        save={(on) => save({ tell_admins: on })}
      />
      <p className={styles.quiet}>
        {t`The assignee or the group is notified before a reply is due and when it is overdue; without an assignee, members who are notified of unassigned messages. Each member chooses under Notifications how.`}
      </p>
    </section>
  );
}
