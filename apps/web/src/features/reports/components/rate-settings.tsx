import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { dayOf } from '../../../platform/date-format.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRates } from '../data/rates-query.ts';
import styles from './rates-dialog.module.css';
import { RatesDialog } from './rates-dialog.tsx';

/** What messages cost, for the business settings. */
export function RateSettings() {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const { data, isError, error, refetch } = useRates();
  if (isError) {
    return <ProblemState title={t`Couldn’t load the rates`} error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton shape="text" count={1} label={t`Loading the rates`} />;
  const close = () => {
    setChanging(false);
    void refetch();
  };
  return (
    <div className={styles.setting}>
      <p>
        {data.currency === null
          ? t`No rates yet. Reports and broadcasts show costs once you enter them.`
          : t`${plural(data.rates.length, { one: '# rate', other: '# rates' })} in ${data.currency}. Reports and broadcasts calculate costs with them.`}
      </p>
      <Button aria-label={t`Change: Rates`} onClick={() => setChanging(true)}>{t`Change`}</Button>
      {changing && <RatesDialog today={dayOf(new Date())} onClose={close} />}
    </div>
  );
}
