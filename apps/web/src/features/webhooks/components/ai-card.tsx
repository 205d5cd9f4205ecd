import { useLingui } from '@lingui/react/macro';
import type { AiSettings } from '@parley/contract/types';
import { IconSparkles } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { IntegrationCard } from './integration-card.tsx';
import styles from './webhooks.module.css';

type Props = { settings: AiSettings | null; isOpen: boolean; onOpen: () => void };

export function AiCard({ settings, isOpen, onOpen }: Props) {
  const { t } = useLingui();
  return (
    <IntegrationCard
      icon={<IconSparkles {...icon} />}
      title={t`AI provider`}
      about={t`Reply drafts, summaries and translations with your own key. Off until you connect it.`}
      health={settings === null ? null : 'working'}
      note={settings !== null && `${new URL(settings.base_url).host} · ${settings.model}`}
      isOpen={isOpen}
      action={(title) => (
        <button type="button" className={styles.cover} aria-expanded={isOpen} onClick={onOpen}>
          {title}
        </button>
      )}
    />
  );
}
