import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { previewIntents } from '../data/ai-calls.ts';
import { useAiFunctions, useHasAgreed } from '../data/ai-status.ts';
import styles from './ai.module.css';
import { ConsentDialog } from './consent-dialog.tsx';

export type AiIntentConsentProps = {
  intents: readonly { name: string; about: string }[];
  onAgreed: () => void;
};

/** Automations ask the provider without a member: an Admin looks at the text and agrees once for the account. */
export function AiIntentConsent({ intents, onAgreed }: AiIntentConsentProps) {
  const { t } = useLingui();
  const isOn = useAiFunctions().includes('intent');
  const agreed = useHasAgreed('intent');
  const [open, setOpen] = useState(false);
  if (!isOn) {
    return (
      <p className={styles.quiet}>
        {t`Off: connect an AI provider and switch on “Intents in automations”.`}{' '}
        <Link to="/integrations">{t`Integrations`}</Link>
      </p>
    );
  }
  return (
    <div className={styles.group}>
      <p className={styles.quiet}>
        {agreed
          ? t`Each run sends the customer’s last message to your AI provider. A try on past conversations sends their first messages.`
          : t`Before you publish, look at what is sent and agree to it.`}
      </p>
      <span className={styles.buttons}>
        <Button size="sm" blocked={intents.length === 0} onClick={() => setOpen(true)}>
          {t`Show what AI sends`}
        </Button>
      </span>
      {open && (
        <ConsentDialog
          action="intent"
          preview={() => previewIntents(intents)}
          agree={agreed ? null : t`Agree`}
          onAgreed={() => {
            setOpen(false);
            onAgreed();
            toast({ message: t`Agreed to what AI sends` });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
