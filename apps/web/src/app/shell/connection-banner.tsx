import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconPlugConnectedX, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { session } from '../../platform/browser-session.ts';
import { useConnection } from '../../platform/connection.ts';
import { useOnline } from '../../platform/online.ts';
import { useReadable } from '../../platform/store.ts';
import { Banner } from '../../ui/banner.tsx';
import { icon } from '../../ui/icon.ts';

const sessionStatus = { get: () => session.state().status, subscribe: session.onChange };

/** Milliseconds before a lost connection is shown; a short drop is over before anyone reads about it. */
const patienceMs = 3000;

/** Shown while offline, with the number of queued messages. */
export function ConnectionBanner() {
  const { t } = useLingui();
  const { live, waiting, unavailableReason } = useConnection();
  const online = useOnline();
  const reconnecting = useReadable(sessionStatus) === 'reconnecting';
  const down = useLasting(!live || reconnecting);
  if (!online) {
    const words = t`Working offline.`;
    return (
      <Banner tone="warn" icon={<IconWifiOff {...icon} />}>
        {words} {waiting > 0 && <Waiting count={waiting} />}
      </Banner>
    );
  }
  if (unavailableReason !== null) {
    return (
      <Banner tone="bad" icon={<IconPlugConnectedX {...icon} />}>
        {unavailableReason === 'disk_full'
          ? t`The server’s disk is full. Your messages stay on this device until the operator frees space.`
          : t`The server can’t save right now. Your messages stay on this device.`}
      </Banner>
    );
  }
  if (!down) return null;
  return (
    <Banner tone="warn" icon={<IconPlugConnectedX {...icon} />}>
      {t`Connecting to the server again.`} {waiting > 0 && <Waiting count={waiting} />}
    </Banner>
  );
}

function Waiting({ count }: { count: number }) {
  const { t } = useLingui();
  return t`${plural(count, { one: '# message will go out', other: '# messages will go out' })} when you are back.`;
}

function useLasting(condition: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!condition) return setLasting(false);
    const timer = window.setTimeout(() => setLasting(true), patienceMs);
    return () => window.clearTimeout(timer);
  }, [condition]);
  return lasting && condition;
}
