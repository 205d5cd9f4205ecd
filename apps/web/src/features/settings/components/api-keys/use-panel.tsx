import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ApiKey } from '@parley/contract/types';
import { type ReactNode, useCallback, useState } from 'react';
import { dateFormat } from '../../../../platform/date-format.ts';
import { HourBars } from '../../../../ui/hour-bars.tsx';
import { SidePanel } from '../../../../ui/layer/side-panel.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { type UseTab, useReferenceAddress } from '../../data/use-reference-address.ts';
import { ApiReference } from '../api-reference/api-reference.tsx';
import { ApiKeyRequests, type RequestFilter } from './api-key-requests.tsx';
import styles from './api-keys.module.css';
import { ApiQuickStart } from './quick-start.tsx';

const hourMs = 3_600_000;

/** Requests of the last day by hour; clicking shows them one by one. */
export function RequestCount({ row, onShow }: { row: ApiKey; onShow: () => void }) {
  const { t, i18n } = useLingui();
  const { total, refused, hours } = row.requests_24h;
  const time = dateFormat(i18n.locale, { hour: '2-digit', minute: '2-digit' });
  const thisHour = Math.floor(Date.now() / hourMs) * hourMs;
  const bars = hours.map((count, index) => {
    const at = new Date(thisHour - (hours.length - 1 - index) * hourMs);
    const from = time.format(at);
    return { key: at.toISOString(), succeeded: count, failed: 0, title: t`From ${from}: ${count}` };
  });
  const words = t`${plural(total, { one: '# request', other: '# requests' })} in 24 hours, ${refused} of them refused`;
  return (
    <button type="button" className={styles.count} onClick={onShow} data-tip={t`Show the requests`}>
      <span className={styles.figure}>{i18n.number(total)}</span>
      <HourBars label={words} hours={bars} />
    </button>
  );
}

/** The panel beside the keys: quick start and requests. */
export function ApiUsePanel(props: {
  keys: readonly ApiKey[];
  tab: UseTab;
  onTab: (tab: UseTab) => void;
  filter: RequestFilter;
  onFilter: (filter: RequestFilter) => void;
  /** Not stored anywhere. */
  tryKey: string;
  onTryKey: (key: string) => void;
  onClose: () => void;
  /** Of the webhooks. */
  secrets: ReactNode;
}) {
  const { t } = useLingui();
  const { keys, tab, onTab, filter, onFilter, tryKey, onTryKey, onClose, secrets } = props;
  return (
    <SidePanel title={t`Using the API`} size="md" onClose={onClose}>
      <Tabs
        label={t`Using the API`}
        tabs={[
          { value: 'start', label: t`Quick start` },
          { value: 'reference', label: t`Reference` },
          { value: 'requests', label: t`Requests of 7 days` },
          { value: 'secrets', label: t`Webhook secrets` },
        ]}
        value={tab}
        onChange={onTab}
      >
        {tab === 'start' && <ApiQuickStart />}
        {tab === 'reference' && <ApiReference apiKey={tryKey} onApiKey={onTryKey} />}
        {tab === 'secrets' && secrets}
        {tab === 'requests' && <ApiKeyRequests keys={keys} filter={filter} onFilter={onFilter} />}
      </Tabs>
    </SidePanel>
  );
}

/** The state of the panel: open or not, its tab, its request filter, and a key that is typed to try calls. */
export function useUsePanel() {
  const { address, go } = useReferenceAddress();
  const [filter, setFilter] = useState<RequestFilter>({ keyId: null, kind: null });
  const [tryKey, setTryKey] = useState('');
  const setTab = (tab: UseTab | null) => {
    if (tab === null) setTryKey('');
    go(tab === null ? { use: undefined, call: undefined, find: undefined } : { use: tab });
  };
  const showRequestsOf = useCallback(
    (keyId: string) => {
      setFilter({ keyId, kind: null });
      go({ use: 'requests' });
    },
    [go],
  );
  return { tab: address.use ?? null, filter, tryKey, setTab, setFilter, setTryKey, showRequestsOf };
}
