import { useLingui } from '@lingui/react/macro';
import type { IncomingWebhook } from '@parley/contract/types';
import { IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { SidePanel } from '../../../../ui/layer/side-panel.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { toast } from '../../../../ui/toast.ts';
import { changeIncoming } from '../../data/incoming.ts';
import { incomingFormOf } from '../../data/incoming-form.ts';
import { WebhookState } from '../webhook-state.tsx';
import styles from '../webhooks.module.css';
import { CallList } from './call-list.tsx';
import { IncomingAddress } from './incoming-address.tsx';
import { IncomingSettings } from './incoming-settings.tsx';
import { IncomingTest } from './incoming-test.tsx';

type View = 'calls' | 'address' | 'test' | 'settings';

/** The incoming webhooks of the account, one at a time. */
export function IncomingPanel(props: {
  webhooks: readonly IncomingWebhook[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onAdd: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { webhooks, onAdd } = props;
  const webhook = webhooks.find(({ id }) => id === props.chosen) ?? webhooks[0];
  const add = (
    <Button variant={webhook === undefined ? 'filled' : 'outlined'} onClick={onAdd}>
      <IconPlus {...smallIcon} />
      {t`Add incoming webhook`}
    </Button>
  );
  return (
    <SidePanel title={t`Incoming webhooks`} size="md" onClose={props.onClose}>
      {webhook === undefined ? (
        <EmptyState title={t`No incoming webhooks yet`} actions={add}>
          <p>{t`Other systems add contacts and send messages through a signed address.`}</p>
        </EmptyState>
      ) : (
        <div className={styles.panel}>
          <div className={styles.choice}>
            <SelectField
              label={t`Incoming webhook`}
              choices={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
              value={webhook.id}
              onChange={(id) => props.onChoose(id === '' ? webhook.id : id)}
            />
            {add}
          </div>
          <OneIncoming key={webhook.id} webhook={webhook} onRemoved={() => props.onChoose(null)} />
        </div>
      )}
    </SidePanel>
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
          { value: 'calls', label: t`Calls` },
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
