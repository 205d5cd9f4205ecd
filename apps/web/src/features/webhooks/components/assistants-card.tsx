import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconRobot } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { useApplications } from '../../assistants/public.ts';
import type { Infrastructure } from '../data/webhooks.ts';
import { IntegrationCard } from './integration-card.tsx';
import styles from './webhooks.module.css';

type Props = { api: Infrastructure['api']; isOpen: boolean; onOpen: () => void };

/** Connected while members have let applications in, or assistants have called something in the last day. */
export function AssistantsCard({ api, isOpen, onOpen }: Props) {
  const { t } = useLingui();
  const { assistant_requests_24h: requests } = api;
  const connected = useApplications().data?.length ?? 0;
  return (
    <IntegrationCard
      icon={<IconRobot {...icon} />}
      title={t`Assistants`}
      about={t`Model Context Protocol server for Claude, ChatGPT, Cursor and others.`}
      health={connected + requests > 0 ? 'working' : null}
      note={
        connected > 0
          ? plural(connected, { one: '# application', other: '# applications' })
          : requests > 0 && t`${plural(requests, { one: '# request', other: '# requests' })} in 24 h`
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
