import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AudienceCheck } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import type { PeopleShown } from '../broadcasts-data.ts';
import { useCampaignWords } from '../campaign-words.ts';
import audienceStyles from './audience.module.css';
import styles from './create.module.css';
import { PeopleDialog } from './people-dialog.tsx';
import { hasAudience } from './steps.ts';
import type { Broadcast } from './use-broadcast.ts';

/** How many get it, and who does not and why; each figure opens its people. */
export function AudienceCount({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const words = useServerWords();
  const { counting, state } = broadcast;
  const { check, error } = counting;
  if (!hasAudience(state.draft.audience)) {
    return (
      <p className={audienceStyles.count} role="status">
        {t`Nobody is chosen yet.`}
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
          <Button size="sm" onClick={() => void counting.recount().catch(() => undefined)}>{t`Count again`}</Button>
        </p>
      )}
      {check !== null && <Outcome broadcast={broadcast} check={check} />}
    </div>
  );
}

export function Receiving({ check }: { check: AudienceCheck }) {
  const { t } = useLingui();
  const { will_receive } = check;
  return <strong>{t`${plural(will_receive, { one: '# person receives it', other: '# people receive it' })}`}</strong>;
}

/** Everybody the audience names, by what will become of them: sums that add up. */
export function Outcome({ broadcast, check }: { broadcast: Broadcast; check: AudienceCheck }) {
  const { t, i18n } = useLingui();
  const { leftOut } = useCampaignWords();
  const [shown, setShown] = useState<{ title: string; show: PeopleShown } | null>(null);
  const { total, duplicates } = check;
  const line = (count: number, words: string, show: PeopleShown) => {
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
        {check.will_receive > 0 && line(check.will_receive, t`Receive it`, { receiving: true })}
        {check.excluded
          .filter(({ count }) => count > 0)
          .map((each) => line(each.count, leftOut(each.reason), { reason: each.reason }))}
      </ul>
      <p className={styles.quiet}>
        {t`${plural(total, { one: '# person named', other: '# people named' })}`}
        {duplicates > 0 &&
          ` · ${t`${plural(duplicates, { one: '# was named twice and counts once', other: '# were named twice and count once' })}`}`}
      </p>
      {shown && (
        <PeopleDialog
          draft={broadcast.state.draft}
          title={shown.title}
          show={shown.show}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
