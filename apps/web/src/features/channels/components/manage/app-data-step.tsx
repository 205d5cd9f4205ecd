import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormError } from '../../../../ui/form.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';
import styles from './drawer.module.css';

/** What a number brings that stays in the WhatsApp Business app; it needs no code and no PIN. */
export function AppDataStep({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const callErrorText = useCallErrorText();
  const [busy, setBusy] = useState<'contacts' | 'chats' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async (what: 'contacts' | 'chats') => {
    if (busy !== null) return;
    setBusy(what);
    setProblem(null);
    try {
      await api('POST /api/channels/{id}/app-data', { params: { id: channel.id }, body: { what } });
      toast({
        message:
          what === 'contacts' ? t`WhatsApp now delivers the app’s contacts` : t`WhatsApp now delivers the app’s chats`,
      });
    } catch (error) {
      setProblem(callErrorText(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className={styles.section}>
      <h3>{t`The WhatsApp Business app`}</h3>
      <p className={styles.quiet}>
        {t`This number is also used in the WhatsApp Business app, where it is registered: it needs no code and no PIN here. Within 24 hours of connecting it, you can load the app’s contacts and the chats of the last six months, each once. If the business chose at Meta not to share its chats, none come.`}
      </p>
      <FormError>{problem}</FormError>
      <p className={styles.line}>
        <Button busy={busy === 'contacts'} onClick={() => void ask('contacts')}>
          {t`Load contacts from the app`}
        </Button>
        <Button busy={busy === 'chats'} onClick={() => void ask('chats')}>
          {t`Load chats from the app`}
        </Button>
      </p>
    </section>
  );
}
