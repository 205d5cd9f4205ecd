import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { DryRun } from '@parley/contract/types';
import { useMoney } from '../../../reports/public.ts';
import styles from './editor.module.css';

/** What the messages of the dry run would cost, for those who see prices. */
export function TryCost({ cost }: { cost: DryRun['cost'] }) {
  const { t } = useLingui();
  const money = useMoney();
  if (cost === null) return null;
  const { messages, amount, currency, without_rate: lacking } = cost;
  return (
    <p className={styles.hint}>
      {t`${plural(messages, { one: '# message', other: '# messages' })}: up to ${money(amount, currency)} once this month’s free replies are used.`}{' '}
      {lacking > 0 && t`${plural(lacking, { one: '# message has no rate.', other: '# messages have no rate.' })}`}
    </p>
  );
}
