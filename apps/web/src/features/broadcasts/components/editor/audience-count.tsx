import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AudienceCheck } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { SandboxTag } from '../../../sandbox/public.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import type { AudienceGroup } from '../../data/campaign-queries.ts';
import { hasAudience } from '../../data/editor/steps.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import audienceStyles from './audience.module.css';
import { AudienceDialog } from './audience-dialog.tsx';
import styles from './editor.module.css';

/** The number of recipients, and who is excluded and why; each figure opens its contacts. */
export function AudienceCount({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { counting, state } = broadcast;
  const { check, error } = counting;
  if (!hasAudience(state.draft.audience)) {
    return (
      <p className={audienceStyles.count} role="status">
        {t`No recipients chosen yet.`}
      </p>
    );
  }
  return (
    <div className={audienceStyles.countBox}>
      <p className={audienceStyles.count} role="status">
        {check === null && error === null && t`Counting`}
        {check !== null && <Receiving check={check} />}
        {error !== null && <span className={styles.bad}>{words(error)}</span>}
      </p>
      {error !== null && (
        <p>
          <Button size="sm" onClick={() => void counting.recount().catch(() => undefined)}>{t`Recount`}</Button>
        </p>
      )}
      {check !== null && <Outcome broadcast={broadcast} check={check} />}
      {broadcast.channel?.sandbox && (
        <p className={styles.row}>
          <SandboxTag written />
          <span className={styles.quiet}>{t`Messages reach sandbox contacts and verified test phones only.`}</span>
        </p>
      )}
    </div>
  );
}

export function Receiving({ check }: { check: AudienceCheck }) {
  const { t } = useLingui();
  const { will_receive } = check;
  return <strong>{t`${plural(will_receive, { one: '# recipient', other: '# recipients' })}`}</strong>;
}

/** The whole audience by expected result: the figures add up. */
export function Outcome({ broadcast, check }: { broadcast: Broadcast; check: AudienceCheck }) {
  const { t, i18n } = useLingui();
  const { leftOut } = useCampaignLabels();
  const [shown, setShown] = useState<{ title: string; show: AudienceGroup } | null>(null);
  const { total, duplicates } = check;
  const line = (count: number, words: string, show: AudienceGroup) => {
    const number = i18n.number(count);
    const title = `${words}: ${number}`;
    return (
      <li key={words}>
        <button type="button" className={styles.link} onClick={() => setShown({ title, show })}>
          {words}
        </button>{' '}
        <span className={audienceStyles.figure}>{number}</span>
      </li>
    );
  };
  return (
    <>
      <ul className={audienceStyles.outcome}>
        {check.will_receive > 0 && line(check.will_receive, t`Recipients`, { receiving: true })}
        {check.excluded
          .filter(({ count }) => count > 0)
          .map((each) => line(each.count, leftOut(each.reason), { reason: each.reason }))}
      </ul>
      <p className={styles.quiet}>
        {t`${plural(total, { one: '# contact in the audience', other: '# contacts in the audience' })}`}
        {duplicates > 0 &&
          ` · ${t`${plural(duplicates, { one: '# duplicate removed', other: '# duplicates removed' })}`}`}
      </p>
      {shown && (
        <AudienceDialog
          draft={broadcast.state.draft}
          title={shown.title}
          show={shown.show}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
