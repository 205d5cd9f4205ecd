import { useLingui } from '@lingui/react/macro';
import { IconApi, IconMail, IconTopologyStar3, IconWebhook } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { icon } from '../../ui/icon.ts';
import { IntegrationCard } from './components/integration-card.tsx';
import styles from './components/webhooks.module.css';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [{ id: 'integration-cards', title: t`Integrations in every state`, states: <Cards /> }];
}

function Cards() {
  const { t } = useLingui();
  const [done, lost, retrying] = ['1,284', '9', '3'];
  const [sent, unsent] = [done, lost];
  return (
    <ul className={styles.cards}>
      <IntegrationCard
        icon={<IconWebhook {...icon} />}
        title={t`Outgoing webhooks`}
        about={t`Send events to your systems, signed and retried for 3 days.`}
        health="failing"
        note={t`${done} delivered · ${lost} failed in 24 h`}
        isOpen
      />
      <IntegrationCard
        icon={<IconApi {...icon} />}
        title={t`API`}
        about={t`Messages, contacts, templates and broadcasts for your programs, with keys limited to scopes.`}
        health="working"
      />
      <IntegrationCard
        icon={<IconMail {...icon} />}
        title={t`Email (SMTP)`}
        about={t`Invitations, sign-in codes and notices through your mail server.`}
        health="failing"
        note={`${t`${sent} sent · ${unsent} failed in 24 h`} · ${t`${retrying} retrying`}`}
      />
      <IntegrationCard
        icon={<IconWebhook {...icon} />}
        title={t`Incoming webhooks`}
        about={t`Other systems add contacts and send messages through a signed address.`}
        health="paused"
      />
      <IntegrationCard
        icon={<IconTopologyStar3 {...icon} />}
        title="n8n"
        about={t`Import the workflow and paste an API key.`}
        health={null}
        badge={<Badge>{t`Recipe`}</Badge>}
        note={t`Needs: an API key`}
      />
    </ul>
  );
}
