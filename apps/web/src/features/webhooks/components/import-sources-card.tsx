import { useLingui } from '@lingui/react/macro';
import type { ImportSource } from '@parley/contract/types';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import type { WebhookHealth } from '../data/webhook-words.ts';
import { IntegrationCard } from './integration-card.tsx';
import styles from './webhooks.module.css';

type Props = { rows: readonly ImportSource[]; isOpen: boolean; onOpen: () => void };

/** CSV addresses together: failing while one fails. */
export function ImportSourcesCard({ rows, isOpen, onOpen }: Props) {
  const { t, i18n } = useLingui();
  const imported = i18n.number(rows.reduce((sum, row) => sum + row.last_24h.imported, 0));
  const unchanged = i18n.number(rows.reduce((sum, row) => sum + row.last_24h.unchanged, 0));
  const failed = i18n.number(rows.reduce((sum, row) => sum + row.last_24h.failed, 0));
  return (
    <IntegrationCard
      icon={<IconFileSpreadsheet {...icon} />}
      title={t`Scheduled CSV imports`}
      about={t`Import contacts from a CSV address on a schedule.`}
      health={healthOf(rows)}
      note={rows.length > 0 && t`${imported} imported · ${unchanged} unchanged · ${failed} failed in 24 h`}
      isOpen={isOpen}
      action={(title) => (
        <button type="button" className={styles.cover} aria-expanded={isOpen} onClick={onOpen}>
          {title}
        </button>
      )}
    />
  );
}

function healthOf(rows: readonly ImportSource[]): WebhookHealth | null {
  if (rows.length === 0) return null;
  if (rows.some(({ failures, pause_reason: reason }) => failures > 0 && reason !== 'manual')) return 'failing';
  return rows.some(({ state }) => state === 'active') ? 'working' : 'paused';
}
