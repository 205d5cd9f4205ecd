import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { IncomingWebhook } from '@parley/contract/types';
import { IconDownload } from '@tabler/icons-react';
import { icon } from '../../../../ui/icon.ts';
import { IntegrationCard } from '../integration-card.tsx';
import styles from '../webhooks.module.css';

type Props = { rows: readonly IncomingWebhook[]; isOpen: boolean; onOpen: () => void };

/** Incoming webhooks together: connected while one takes calls. */
export function IncomingCard({ rows, isOpen, onOpen }: Props) {
  const { t } = useLingui();
  const isTaking = rows.some(({ state }) => state === 'active');
  const accepted = rows.reduce((sum, row) => sum + row.last_24h.accepted, 0);
  const failed = rows.reduce((sum, row) => sum + row.last_24h.failed, 0);
  const calls = t`${plural(accepted, { one: '# call', other: '# calls' })} · ${failed} failed in 24 h`;
  return (
    <IntegrationCard
      icon={<IconDownload {...icon} />}
      title={t`Incoming webhooks`}
      about={t`Other systems add contacts and send messages through a signed address.`}
      health={rows.length === 0 ? null : isTaking ? 'working' : 'paused'}
      note={rows.length > 0 && calls}
      isOpen={isOpen}
      action={(title) => (
        <button type="button" className={styles.cover} aria-expanded={isOpen} onClick={onOpen}>
          {title}
        </button>
      )}
    />
  );
}
