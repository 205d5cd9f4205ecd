import { useLingui } from '@lingui/react/macro';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { IntegrationCard } from './integration-card.tsx';
import styles from './webhooks.module.css';

/** Programs that are written for the Cloud API. What they do counts as calls of the API. */
export function CloudApiCard({ keys, isOpen, onOpen }: { keys: number; isOpen: boolean; onOpen: () => void }) {
  const { t } = useLingui();
  return (
    <IntegrationCard
      icon={<IconBrandWhatsapp {...icon} />}
      title={t`WhatsApp Cloud API`}
      about={t`Bots and other inboxes written for Meta’s API work behind Parley, in the same conversations as your team.`}
      health={null}
      badge={keys === 0 ? undefined : <span>{t`Ready to use`}</span>}
      note={keys === 0 && t`Needs: an API key`}
      isOpen={isOpen}
      action={(title) => (
        <button type="button" className={styles.cover} aria-expanded={isOpen} onClick={onOpen}>
          {title}
        </button>
      )}
    />
  );
}
