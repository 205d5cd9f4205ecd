import { useLingui } from '@lingui/react/macro';
import type { AiTranslation as Translation } from '@parley/contract/types';
import { IconLanguage } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { languageLabel, translationChoices } from '../../../platform/languages.ts';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { previewTranslation, translate } from '../data/ai-calls.ts';
import { showTranslation } from '../data/ai-open.ts';
import { aiLanguage, refreshAiStatus } from '../data/ai-status.ts';
import { useAiCall } from '../data/use-ai-call.ts';
import styles from './ai.module.css';
import { AiProblem } from './ai-problem.tsx';
import { ConsentDialog, usePreview } from './consent-dialog.tsx';
import { RequestView } from './request-view.tsx';

/** The translation of a message below its text. */
export function AiTranslation({ messageId }: { messageId: string }) {
  const { t, i18n } = useLingui();
  const [language, setLanguage] = useState(aiLanguage);
  const [sent, setSent] = useState(false);
  // The next translation begins with the language chosen here.
  const { state, start, agreed } = useAiCall<Translation>(
    'translation',
    () => void refreshAiStatus().catch(() => undefined),
  );
  const call =
    (to = language) =>
    () =>
      translate(messageId, to);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    start(call());
  });
  const close = () => showTranslation(messageId, false);
  if (state.kind === 'asking') {
    return (
      <ConsentDialog
        action="translation"
        preview={() => previewTranslation(messageId, language)}
        onAgreed={() => agreed(call())}
        onClose={close}
      />
    );
  }
  const name = languageLabel(i18n.locale, language);
  return (
    <section className={styles.translation} aria-label={t`Translation`}>
      <div className={styles.head}>
        <IconLanguage {...smallIcon} />
        <h3>{t`Translated into ${name}`}</h3>
      </div>
      {state.kind === 'failed' && <AiProblem error={state.error} onRetry={() => agreed(call())} />}
      {(state.kind === 'busy' || state.kind === 'idle') && <p role="status">{t`Translating…`}</p>}
      {state.kind === 'done' && (
        <p className={styles.words} dir="auto" lang={state.result.language} role="status">
          {state.result.text}
        </p>
      )}
      <SelectField
        label={t`Language`}
        choices={translationChoices(i18n.locale, language)}
        value={language}
        onChange={(chosen) => {
          if (chosen === '' || chosen === language) return;
          setLanguage(chosen);
          start(call(chosen));
        }}
      />
      <span className={styles.buttons}>
        <Button size="sm" onClick={close}>{t`Show original`}</Button>
        <Button size="sm" variant="plain" onClick={() => setSent(true)}>{t`Show what is sent`}</Button>
      </span>
      {sent && <SentTranslation messageId={messageId} language={language} onClose={() => setSent(false)} />}
    </section>
  );
}

function SentTranslation({
  messageId,
  language,
  onClose,
}: {
  messageId: string;
  language: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { shown, failed, retry } = usePreview(() => previewTranslation(messageId, language), language);
  return (
    <Dialog title={t`What AI sends`} size="lg" onClose={onClose}>
      {failed !== null && <AiProblem error={failed} onRetry={retry} />}
      {shown !== null && <RequestView request={shown.request} />}
    </Dialog>
  );
}
