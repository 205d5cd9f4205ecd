import { useLingui } from '@lingui/react/macro';
import { IconMessageChatbot } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { useAssistant } from '../../answering/public-settings.ts';
import { IntegrationCard } from './integration-card.tsx';
import styles from './webhooks.module.css';

type Props = { hasProvider: boolean; isOpen: boolean; onOpen: () => void };

/** Whether the AI assistant answers customers. */
export function AnsweringCard({ hasProvider, isOpen, onOpen }: Props) {
  const { t } = useLingui();
  const { data } = useAssistant();
  const isOn = data?.is_on === true;
  return (
    <IntegrationCard
      icon={<IconMessageChatbot {...icon} />}
      title={t`AI assistant`}
      about={t`Answers customers from your help texts and hands over when it isn’t sure. Off until you switch it on.`}
      health={isOn ? (data.problems.length === 0 ? 'working' : 'failing') : null}
      note={isOn ? (data.problems[0] ?? data.name) : !hasProvider && t`Needs: an AI provider`}
      isOpen={isOpen}
      action={(title) => (
        <button type="button" className={styles.cover} aria-expanded={isOpen} onClick={onOpen}>
          {title}
        </button>
      )}
    />
  );
}
