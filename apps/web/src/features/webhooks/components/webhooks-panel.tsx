import { useLingui } from '@lingui/react/macro';
import type { Webhook } from '@parley/contract/types';
import { IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { webhookHealth, webhookName } from '../data/webhook-words.ts';
import { changeWebhook, sendTest } from '../data/webhooks.ts';
import { ChosenPanel, type ChosenProps } from './chosen-panel.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookEvents, WebhookSettings } from './webhook-settings.tsx';
import { WebhookState } from './webhook-state.tsx';
import styles from './webhooks.module.css';

type View = 'deliveries' | 'events' | 'secret' | 'settings';

/** The webhooks of the account, one at a time. */
export function WebhooksPanel(props: ChosenProps<Webhook>) {
  const { t } = useLingui();
  const words = {
    title: t`Outgoing webhooks`,
    label: t`Webhook`,
    add: t`Add webhook`,
    none: t`No webhooks yet`,
    what: t`Send events to your systems, signed and retried for 3 days.`,
  };
  return (
    <ChosenPanel {...props} words={words} nameOf={webhookName}>
      {(webhook) => <OneWebhook key={webhook.id} webhook={webhook} onRemoved={() => props.onChoose(null)} />}
    </ChosenPanel>
  );
}

function OneWebhook({ webhook, onRemoved }: { webhook: Webhook; onRemoved: () => void }) {
  const { t } = useLingui();
  const [view, setView] = useState<View>('deliveries');
  // A form is reset when the values it edits change, and not when the webhook is paused or resumed.
  const views = {
    deliveries: <DeliveryList webhook={webhook} />,
    events: <WebhookEvents key={webhook.events.join()} webhook={webhook} />,
    secret: <WebhookSecret webhook={webhook} />,
    settings: (
      <WebhookSettings key={JSON.stringify([webhook.name, webhook.url])} webhook={webhook} onRemoved={onRemoved} />
    ),
  };
  return (
    <>
      <WebhookActions webhook={webhook} onTested={() => setView('deliveries')} />
      <PauseNotice webhook={webhook} />
      <Tabs<View>
        label={webhookName(webhook)}
        tabs={[
          { value: 'deliveries', label: t`Deliveries` },
          { value: 'events', label: t`Events` },
          { value: 'secret', label: t`Secret` },
          { value: 'settings', label: t`Settings` },
        ]}
        value={view}
        onChange={setView}
      >
        {views[view]}
      </Tabs>
    </>
  );
}

function WebhookActions({ webhook, onTested }: { webhook: Webhook; onTested: () => void }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const paused = webhook.state === 'paused';
  const run = async (act: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await act();
      toast({ message: done });
    } catch (error) {
      toast({ message: serverText(error) });
    }
    setBusy(false);
  };
  const test = () => run(() => sendTest(webhook.id).then(onTested), t`Test sent`);
  const toggle = () =>
    run(
      () => changeWebhook(webhook.id, { state: paused ? 'active' : 'paused' }),
      paused ? t`Webhook resumed` : t`Webhook paused`,
    );
  return (
    <div className={styles.actions}>
      <WebhookState health={webhookHealth(webhook)} />
      <Button size="sm" busy={busy} onClick={() => void test()}>
        <IconSend {...smallIcon} />
        {t`Send test`}
      </Button>
      <Button size="sm" busy={busy} onClick={() => void toggle()}>
        {paused ? <IconPlayerPlay {...smallIcon} /> : <IconPlayerPause {...smallIcon} />}
        {paused ? t`Resume` : t`Pause`}
      </Button>
    </div>
  );
}

function PauseNotice({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  const { state, pause_reason: reason, failing_since: failingSince } = webhook;
  if (state === 'paused') {
    const words = {
      manual: t`Paused. Events of the last 7 days are sent when you resume.`,
      failing: t`Paused automatically: nothing was accepted for 3 days. Fix the receiver, then resume.`,
      gone: t`Paused automatically: the receiver answered 410 Gone. Fix it, then resume.`,
    };
    return <Banner tone="warn">{words[reason ?? 'manual']}</Banner>;
  }
  if (failingSince === null) return null;
  return (
    <Banner tone="bad">{t`Deliveries are failing. First failure: ${near(failingSince)}. Retrying for 3 days.`}</Banner>
  );
}
