import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BroadcastSettings as Settings } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useMoney } from '../../../reports/public.ts';
import { useBroadcastSettings } from '../../data/broadcast-settings.ts';
import { BroadcastSettingsDialog } from './broadcast-settings-dialog.tsx';
import styles from './business.module.css';

/** Settings for all broadcasts, for the business settings. */
export function BroadcastSettings() {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const found = useBroadcastSettings();
  if (found.isPending) return <Skeleton shape="text" count={2} label={t`Reading`} />;
  if (found.isError) {
    return <ProblemState title={t`Couldn’t load this`} error={found.error} onRetry={() => void found.refetch()} />;
  }
  return (
    <>
      <BroadcastSettingsSummary settings={found.data} onChange={() => setChanging(true)} />
      {changing && <BroadcastSettingsDialog settings={found.data} onClose={() => setChanging(false)} />}
    </>
  );
}

export function BroadcastSettingsSummary({ settings, onChange }: { settings: Settings; onChange: () => void }) {
  const { t } = useLingui();
  const money = useMoney();
  const { monthly_budget: budget, currency, used, warn_percent: percent, start_over_budget: over } = settings;
  const { limit_messages: messages, limit_days: days } = settings;
  const amount = (value: number) => money(value, currency ?? 'EUR');
  return (
    <div className={styles.setting}>
      <div>
        {budget === null || currency === null ? (
          <p className={styles.quiet}>{t`No monthly budget.`}</p>
        ) : (
          <>
            <p>{t`${amount(used)} of ${amount(budget)} used this month`}</p>
            <p className={styles.quiet}>
              {over
                ? t`Warns from ${percent}%. Broadcasts that may exceed the budget can start, and pause when it is reached.`
                : t`Warns from ${percent}%. Broadcasts that may exceed the budget can’t start.`}
            </p>
          </>
        )}
        {messages === null || days === null ? (
          <p className={styles.quiet}>{t`No limit of marketing messages per contact.`}</p>
        ) : (
          <p>
            {t`At most ${plural(messages, { one: '# marketing message', other: '# marketing messages' })} per contact in ${plural(days, { one: '# day', other: '# days' })}. Broadcasts exclude contacts who got that many.`}
          </p>
        )}
      </div>
      <Button aria-label={t`Change: Broadcasts`} onClick={onChange}>{t`Change`}</Button>
    </div>
  );
}
