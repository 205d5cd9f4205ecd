import { useLingui } from '@lingui/react/macro';
import type { Transcript as Written } from '@parley/contract/types';
import { useId, useState } from 'react';
import { ApiError } from '../../../../platform/errors.ts';
import { languageLabel } from '../../../../platform/languages.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorMessage } from '../../../../ui/error-messages.ts';
import { toast } from '../../../../ui/toast.ts';
import { useAccount } from '../../../sync/public.ts';
import styles from './transcript.module.css';

/** About six lines. */
const shortText = 280;

export type TranscriptProps = {
  messageId: string;
  transcript: Written | undefined;
  /** Whether it can be asked for. */
  mayAsk: boolean;
};

/** What is said in a recording, below its player: asked for, waiting, failed with the reason, or the text. */
export function Transcript({ messageId, transcript, mayAsk }: TranscriptProps) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const row = await account.api('POST /api/messages/{id}/transcript', { params: { id: messageId }, body: {} });
      account.store.putMessage({ id: row.id, version: row.version, row });
    } catch (error) {
      toast({ message: error instanceof ApiError && error.status < 500 ? error.message : words(error) });
    }
    setBusy(false);
  };
  const button = (label: string) =>
    mayAsk && (
      <span>
        <Button size="sm" variant="plain" busy={busy} onClick={() => void ask()}>
          {label}
        </Button>
      </span>
    );
  if (transcript === undefined) return <span className={styles.transcript}>{button(t`Transcribe`)}</span>;
  if (transcript.state === 'ready') return <Text text={transcript.text ?? ''} language={transcript.language} />;
  return (
    <span className={styles.transcript} role="status">
      <span className={styles.head}>
        {transcript.state === 'waiting' ? t`Transcribing…` : (transcript.reason ?? t`Couldn’t transcribe this`)}
      </span>
      {transcript.state === 'failed' && button(t`Try again`)}
    </span>
  );
}

function Text({ text, language }: { text: string; language: string | undefined }) {
  const { t, i18n } = useLingui();
  const id = useId();
  const [all, setAll] = useState(false);
  const isLong = text.length > shortText;
  const name = language === undefined ? null : languageLabel(i18n.locale, language);
  return (
    <section className={styles.transcript} aria-labelledby={id}>
      <span id={id} className={styles.head}>
        {name === null ? t`Transcript` : t`Transcript · ${name}`}
      </span>
      {text === '' ? (
        <span className={styles.head}>{t`No words in this recording`}</span>
      ) : (
        <span className={styles.text} dir="auto" lang={language} data-cut={(isLong && !all) || undefined}>
          {text}
        </span>
      )}
      {isLong && (
        <span>
          <Button size="sm" variant="plain" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t`Show less` : t`Show more`}
          </Button>
        </span>
      )}
    </section>
  );
}
