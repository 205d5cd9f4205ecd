import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ChatLink } from '@parley/contract/types';
import { IconQrcode } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { IntegrationCard } from './integration-card.tsx';
import styles from './webhooks.module.css';

type Props = { rows: readonly ChatLink[]; isOpen: boolean; onOpen: () => void };

export function ChatLinksCard({ rows, isOpen, onOpen }: Props) {
  const { t } = useLingui();
  const started = rows.reduce((sum, row) => sum + row.conversations_24h, 0);
  const links = t`${plural(rows.length, { one: '# link', other: '# links' })}`;
  const conversations = t`${plural(started, { one: '# conversation', other: '# conversations' })} in 24 h`;
  return (
    <IntegrationCard
      icon={<IconQrcode {...icon} />}
      title={t`Chat links`}
      about={t`Links, QR codes and website buttons that open WhatsApp and tell where the customer came from.`}
      health={rows.length === 0 ? null : 'working'}
      note={rows.length > 0 && `${links} · ${conversations}`}
      isOpen={isOpen}
      action={(title) => (
        <button type="button" className={styles.cover} aria-expanded={isOpen} onClick={onOpen}>
          {title}
        </button>
      )}
    />
  );
}
