import { useLingui } from '@lingui/react/macro';
import type { IncomingWebhook } from '@parley/contract/types';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { Tabs } from '../../../../ui/tabs.tsx';
import { toast } from '../../../../ui/toast.ts';
import { changeIncoming } from '../../data/incoming.ts';
import { incomingFormOf } from '../../data/incoming-form.ts';
import { ChosenPanel, type ChosenProps } from '../chosen-panel.tsx';
import { WebhookState } from '../webhook-state.tsx';
import styles from '../webhooks.module.css';
import { CallList } from './call-list.tsx';
import { IncomingAddress } from './incoming-address.tsx';
import { IncomingSettings } from './incoming-settings.tsx';
import { IncomingTest } from './incoming-test.tsx';

type View = 'calls' | 'address' | 'test' | 'settings';

/** The incoming webhooks of the account, one at a time. */
export function IncomingPanel(props: ChosenProps<IncomingWebhook>) {
  const { t } = useLingui();
  const words = {
    title: t`Incoming webhooks`,
    label: t`Incoming webhook`,
    add: t`Add incoming webhook`,
    none: t`No incoming webhooks yet`,
    what: t`Other systems add contacts and send messages through a signed address.`,
  };
  return (
    <ChosenPanel {...props} words={words} nameOf={({ name }) => name}>
      {(webhook) => <OneIncoming key={webhook.id} webhook={webhook} onRemoved={() => props.onChoose(null)} />}
    </ChosenPanel>
  );
}

function OneIncoming({ webhook, onRemoved }: { webhook: IncomingWebhook; onRemoved: () => void }) {
  const { t } = useLingui();
  const [view, setView] = useState<View>('calls');
  // A form is reset when the values it edits change, and not when the webhook is paused or resumed.
  const fields = JSON.stringify(incomingFormOf(webhook));
  const views = {
    calls: <CallList webhook={webhook} />,
    address: <IncomingAddress webhook={webhook} />,
    test: <IncomingTest key={fields} webhook={webhook} />,
    settings: <IncomingSettings key={fields} webhook={webhook} onRemoved={onRemoved} />,
  };
  return (
    <>
      <PauseButton webhook={webhook} />
      {webhook.state === 'paused' && (
        <Banner tone="warn">{t`Paused. Calls are refused and listed as failed; replay them when you resume.`}</Banner>
      )}
      <Tabs<View>
        label={webhook.name}
        tabs={[
          { value: 'calls', label: t({ message: 'Calls', context: 'requests' }) },
          { value: 'address', label: t`Address` },
          { value: 'test', label: t`Test` },
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

function PauseButton({ webhook }: { webhook: IncomingWebhook }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const paused = webhook.state === 'paused';
  const toggle = async () => {
    setBusy(true);
    try {
      await changeIncoming(webhook.id, { state: paused ? 'active' : 'paused' });
      toast({ message: paused ? t`Webhook resumed` : t`Webhook paused` });
    } catch (error) {
      toast({ message: serverText(error) });
    }
    setBusy(false);
  };
  return (
    <div className={styles.actions}>
      <WebhookState health={paused ? 'paused' : 'working'} />
      <Button size="sm" busy={busy} onClick={() => void toggle()}>
        {paused ? <IconPlayerPlay {...smallIcon} /> : <IconPlayerPause {...smallIcon} />}
        {paused ? t`Resume` : t`Pause`}
      </Button>
    </div>
  );
}
