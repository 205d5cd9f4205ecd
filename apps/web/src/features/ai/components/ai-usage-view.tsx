import { useLingui } from '@lingui/react/macro';
import type { AiFailure, AiUsage } from '@parley/contract/types';
import { moneyText } from '../../../platform/money-text.ts';
import { CompactTable } from '../../../ui/compact-table.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAiUsage } from '../data/ai-settings.ts';
import styles from './ai.module.css';

/** Calls, tokens, costs and failures. */
export function AiUsageView() {
  const { t } = useLingui();
  const { data, error, refetch } = useAiUsage();
  return (
    <div className={styles.view}>
      {data !== undefined ? (
        <Usage usage={data} />
      ) : error !== null ? (
        <ProblemState title={t`Couldn’t load the usage`} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="text" label={t`Loading usage`} count={6} />
      )}
    </div>
  );
}

type Spent = AiUsage['month'];

export function Usage({ usage }: { usage: AiUsage }) {
  const { t, i18n } = useLingui();
  const number = (value: number) => i18n.number(value);
  const money = ({ costs }: Spent) =>
    costs.length === 0
      ? '–'
      : costs
          .map(({ currency, amount }) => moneyText(amount, currency, { maximumFractionDigits: amount < 1 ? 4 : 2 }))
          .join(' · ');
  const rows: [string, (spent: Spent) => string][] = [
    [t({ message: 'Calls', context: 'requests' }), ({ calls }) => number(calls)],
    [t`Failed`, ({ failed }) => number(failed)],
    [t`Input tokens`, ({ input_tokens: tokens }) => number(tokens)],
    [t`Output tokens`, ({ output_tokens: tokens }) => number(tokens)],
    [t`Cost`, money],
  ];
  const { month } = usage;
  const used = number(month.input_tokens + month.output_tokens + usage.reserved_tokens);
  const most = number(usage.monthly_tokens);
  return (
    <>
      {usage.monthly_tokens > 0 && <p>{t`${used} of ${most} tokens used this month`}</p>}
      <CompactTable figuresFrom={2} head={[t`Usage`, t`Last 24 h`, t`This month`]}>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value(usage.last_24h)}</td>
            <td>{value(month)}</td>
          </tr>
        ))}
      </CompactTable>
      <p className={styles.quiet}>{t`Costs use the prices in Settings at the time of each call.`}</p>
      <Failures failures={usage.failures} />
    </>
  );
}

function Failures({ failures }: { failures: AiUsage['failures'] }) {
  const { t, i18n } = useLingui();
  const words: Record<AiFailure, string> = {
    key_refused: t`The provider refused the key`,
    rate_limited: t`The provider’s rate limit or credit was used up`,
    not_found: t`The address or model wasn’t found`,
    rejected: t`The provider rejected the request`,
    provider_error: t`The provider had an error`,
    timeout: t`No answer within 30 seconds`,
    private_address: t`The address leads into a private network`,
    unreachable: t`The provider couldn’t be reached`,
    unusable_answer: t`The answer couldn’t be used`,
    interrupted: t`The server restarted during the call`,
  };
  if (failures.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3>{t`Failures in the last 24 h`}</h3>
      <ul className={styles.list}>
        {failures.map(({ reason, count }) => (
          <li key={reason}>
            <span>{words[reason]}</span>
            <span>{i18n.number(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
