import { useLingui } from '@lingui/react/macro';
import type { HelpText } from '@parley/contract/types';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import styles from './ai.module.css';

/** Where a help text was imported from, and when. */
export function HelpTextOrigin({ source }: { source: NonNullable<HelpText['source']> }) {
  const { t } = useLingui();
  const days = useDateLabels();
  const name = source.kind === 'page' ? source.name.replace(/^https?:\/\//, '') : source.name;
  const date = days.date(source.imported_at);
  return (
    <small className={styles.quiet} title={source.name}>
      {source.edited ? t`From ${name} on ${date}, edited since` : t`From ${name} on ${date}`}
    </small>
  );
}
