import { useLingui } from '@lingui/react/macro';
import styles from './count-strip.module.css';

/** Numbers beside each other, each with its word: what an import brought. */
export function CountStrip({ counts }: { counts: readonly (readonly [word: string, count: number])[] }) {
  const { i18n } = useLingui();
  return (
    <dl className={styles.counts}>
      {counts.map(([word, count]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{i18n.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
