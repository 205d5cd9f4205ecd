import { useLingui } from '@lingui/react/macro';
import type { SandboxTraffic } from '@parley/contract/types';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { trafficLine, wentWell } from '../../data/sandbox/traffic-text.ts';
import styles from './sandbox-controls.module.css';

/** Time, direction and summary of one exchange, for a grid of three columns. */
export function TrafficFacts({ entry }: { entry: SandboxTraffic }) {
  const { t, i18n } = useLingui();
  const Sign = entry.direction === 'in' ? IconArrowUp : IconArrowDown;
  const where = entry.direction === 'in' ? t`To WhatsApp` : t`From WhatsApp`;
  const time = i18n.date(new Date(entry.at), { timeStyle: 'medium', hourCycle: 'h23' });
  return (
    <>
      <time dateTime={entry.at} className={styles.quiet}>
        {time}
      </time>
      <span className={wentWell(entry) ? styles.good : styles.bad}>
        <Sign size={14} stroke={2} aria-hidden="true" />
        <span className="visually-hidden">{where}</span>
      </span>
      <span translate="no">{trafficLine(entry)}</span>
    </>
  );
}
