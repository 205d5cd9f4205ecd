import { useLingui } from '@lingui/react/macro';
import type { AiAction, AiSettings } from '@parley/contract/types';
import { useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAiExamples } from '../data/ai-settings.ts';
import styles from './ai.module.css';
import { RequestView } from './request-view.tsx';

/** The exact requests for an example conversation. */
export function AiExamples({ settings }: { settings: AiSettings | null }) {
  const { t } = useLingui();
  if (settings === null) {
    return (
      <div className={styles.view}>
        <p>{t`Connect a provider to see the exact text of each request.`}</p>
      </div>
    );
  }
  return <Examples settings={settings} />;
}

function Examples({ settings }: { settings: AiSettings }) {
  const { t } = useLingui();
  const [includes, setIncludes] = useState(settings.includes_names);
  const { data, error, refetch } = useAiExamples(settings.version, includes);
  const names: Record<AiAction, string> = {
    reply: t`Reply draft`,
    summary: t`Summary`,
    translation: t`Translation`,
    intent: t`Intent of a message`,
    assistant: t`AI assistant`,
  };
  return (
    <div className={styles.view}>
      <p>{t`The requests for a made-up conversation. Members see the real text before their first use.`}</p>
      <Checkbox checked={includes} onChange={(event) => setIncludes(event.target.checked)}>
        {t`Show with names and phone numbers`}
      </Checkbox>
      {error !== null && (
        <ProblemState title={t`Couldn’t load the examples`} error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Skeleton shape="text" label={t`Loading examples`} count={6} />}
      {data?.map(({ action, request }) => (
        <RequestView
          key={action}
          request={request}
          title={settings.functions.includes(action) ? names[action] : t`${names[action]} (off)`}
        />
      ))}
    </div>
  );
}
