import { useLingui } from '@lingui/react/macro';
import type { Client, ReplyTarget, ReplyTargets } from '@parley/contract/types';
import { useState } from 'react';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { FieldRow } from '../../../../ui/form.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useDurationText } from '../../../../ui/use-duration-text.ts';
import { useHashTarget } from '../../../../ui/use-hash-target.ts';
import { changeClient } from '../../data/client-api.ts';
import { SavedSelect } from '../saved/saved-select.tsx';
import { SavedSwitch } from '../saved/saved-switch.tsx';
import styles from './business.module.css';
import { ReplyTargetList } from './reply-target-list.tsx';
import { minuteChoices } from './use-target-conditions.ts';

const hour = 60;
const usualWarnings = [5, 10, 15, 30, hour, 2 * hour, 4 * hour];

/** How soon customers are to be answered; each field is saved by itself. */
export function ReplyTargetsSection({ client: live }: { client: Client }) {
  const { t } = useLingui();
  const section = useHashTarget('reply-targets');
  const durationText = useDurationText();
  const words = useServerErrorMessage();
  // The answer to a change comes before the change feed tells of it.
  const [answered, setAnswered] = useState<Client | null>(null);
  const client = answered !== null && answered.version > live.version ? answered : live;
  const { reply_targets: targets } = client;
  const save = async (reply_targets: Partial<ReplyTargets>) => setAnswered(await changeClient({ reply_targets }));
  const saveTargets = (next: ReplyTarget[]) =>
    save({ targets: next }).then(
      () =>
        toast({
          message: t`Reply targets saved`,
          action: { label: t`Undo`, run: () => void save({ targets: targets.targets }) },
        }),
      (error) => toast({ message: words(error) }),
    );
  return (
    <section ref={section} id="reply-targets" className={styles.section} aria-label={t`Reply targets`}>
      <h2>{t`Reply targets`}</h2>
      <p className={styles.quiet}>
        {t`How soon customers should get a reply, and conversations should be resolved. The first target that fits a conversation counts. The inbox shows the time left, and the “Overdue” view lists what is late. Automatic replies don’t count. Changes also apply to open conversations from now on.`}
      </p>
      <ReplyTargetList targets={targets.targets} save={saveTargets} />
      <FieldRow>
        <SavedSelect
          label={t`Notify before it is due`}
          name="reply_targets.warn_minutes"
          choices={minuteChoices(usualWarnings, targets.warn_minutes, durationText)}
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
