import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconRobot } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import type { Infrastructure } from '../data/webhooks.ts';
import { IntegrationCard } from './integration-card.tsx';
import styles from './webhooks.module.css';

type Props = { api: Infrastructure['api']; isOpen: boolean; onOpen: () => void };

/** Connected while assistants have called something in the last day. */
export function AssistantsCard({ api, isOpen, onOpen }: Props) {
  const { t } = useLingui();
  const { keys, assistant_requests_24h: requests } = api;
  return (
    <IntegrationCard
      icon={<IconRobot {...icon} />}
      title={t`Assistants`}
      about={t`Model Context Protocol server, limited by the scopes of an API key.`}
      health={requests > 0 ? 'working' : null}
      note={
        requests > 0
          ? t`${plural(requests, { one: '# request', other: '# requests' })} in 24 h`
          : keys === 0 && t`Needs: an API key`
      }
      isOpen={isOpen}
      action={(title) => (
        <button type="button" className={styles.cover} aria-expanded={isOpen} onClick={onOpen}>
          {title}
        </button>
      )}
    />
  );
}
