import { useLingui } from '@lingui/react/macro';
import { IconMicrophone, IconMicrophoneOff, IconPhoneX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useAccount } from '../../sync/public.ts';
import { clockText } from '../data/clock-text.ts';
import { hangUp, type OwnCall, setMuted } from '../data/own-call.ts';
import styles from './call-layer.module.css';
import { CallNames } from './call-names.tsx';

/** The call that goes on in this page: with whom, for how long, mute and hang up. */
export function CurrentCall({ own, linked }: { own: OwnCall; linked?: boolean }) {
  const { t } = useLingui();
  const account = useAccount();
  const seconds = useSecondsSince(own.call.connected_at);
  const isOutgoing = own.call.direction === 'outgoing';
  const isConnecting = own.state === 'connecting' && !isOutgoing;
  const calling = own.call.state === 'ringing' ? t`Ringing…` : t`Calling…`;
  const words = own.state === 'talking' ? t`On a call` : isOutgoing ? calling : t`Connecting…`;
  return (
    <div className={styles.call} data-own-call={own.state}>
      <CallNames call={own.call} words={words} linked={linked} />
      <div className={styles.actions}>
        {own.state === 'talking' && <span className={styles.time}>{clockText(seconds)}</span>}
        <IconButton
          label={own.muted ? t`Unmute` : t`Mute`}
          aria-pressed={own.muted}
          aria-disabled={isConnecting || undefined}
          onClick={() => setMuted(!own.muted)}
        >
          {own.muted ? <IconMicrophoneOff {...icon} /> : <IconMicrophone {...icon} />}
        </IconButton>
        <Button danger blocked={isConnecting} onClick={() => void hangUp(account)}>
          <IconPhoneX {...smallIcon} />
          {t`Hang up`}
        </Button>
      </div>
    </div>
  );
}

function useSecondsSince(at: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return at === null ? 0 : Math.max(0, Math.floor((now - Date.parse(at)) / 1_000));
}
