import { useLingui } from '@lingui/react/macro';
import type { AiFunction, AiRequest, AiUsage, HelpTextPreview, TranscriptionSettings } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import styles from './components/ai.module.css';
import { AiDraftMark } from './components/ai-draft-note.tsx';
import { AiFunctionChoice } from './components/ai-function-choice.tsx';
import { ProviderProblem } from './components/ai-problem.tsx';
import { Usage } from './components/ai-usage-view.tsx';
import { ConsentDialog } from './components/consent-dialog.tsx';
import { HelpTextChoice } from './components/help-text-choice.tsx';
import { HelpTextSourceForm } from './components/help-text-source-form.tsx';
import { RequestView } from './components/request-view.tsx';
import { TranscriptionForm } from './components/transcription-form.tsx';

const nothing = () => undefined;
const request: AiRequest = {
  url: 'https://ai.example/v1/chat/completions',
  model: 'small-model',
  messages: [
    { role: 'system', content: 'You summarize a conversation of a business with its customer.' },
    { role: 'user', content: 'Customer: Is my bicycle ready, [name 1]?\nTeam: Tomorrow at ten.' },
  ],
};
const long: AiRequest = {
  ...request,
  url: `https://${'gateway-'.repeat(12)}ai.example/v1/chat/completions`,
  messages: [{ role: 'user', content: `Customer: ${'https://shop.example/heron-5?size=52&colour=blue'.repeat(4)}` }],
};
const spent = {
  calls: 214,
  failed: 3,
  input_tokens: 182_400,
  output_tokens: 21_950,
  costs: [{ currency: 'EUR', amount: 0.0412 }],
};
const usage: AiUsage = {
  last_24h: spent,
  month: { ...spent, calls: 4_120, input_tokens: 3_482_100, costs: [{ currency: 'EUR', amount: 12.4 }] },
  reserved_tokens: 1_200,
  monthly_tokens: 5_000_000,
  failures: [
    { reason: 'rate_limited', count: 2 },
    { reason: 'timeout', count: 1 },
  ],
};
const nothingSpent = { calls: 0, failed: 0, input_tokens: 0, output_tokens: 0, costs: [] };

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'ai-functions', title: t`AI functions`, states: <Functions /> },
    { id: 'ai-request', title: t`What AI sends`, states: <Requests /> },
    { id: 'ai-transcription', title: t`Voice notes as text`, states: <Transcriptions /> },
    { id: 'ai-usage', title: t`AI usage`, states: <Usages /> },
    { id: 'ai-drafts', title: t`AI drafts`, states: <Drafts /> },
    { id: 'ai-help-texts', title: t`Import of help texts`, states: <Imports /> },
    { id: 'ai-problems', title: t`Problems of the AI provider`, states: <Problems /> },
  ];
}

function Requests() {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const preview = () => Promise.resolve({ request: long, consent_id: '1' });
  return (
    <>
      <RequestView request={request} title={t`Summary`} />
      <Button onClick={() => setAsking(true)}>{t`Ask for consent`}</Button>
      {asking && <ConsentDialog action="summary" preview={preview} onAgreed={close} onClose={close} />}
    </>
  );
}

function Functions() {
  const [value, setValue] = useState<readonly AiFunction[]>(['reply', 'summary']);
  return <AiFunctionChoice value={value} onChange={setValue} />;
}

const transcription: TranscriptionSettings = {
  engine: 'provider',
  model: 'whisper-1',
  automatic: true,
  minute_price: 0.006,
  monthly_minutes: 300,
  used_minutes: 41,
  server_engine: true,
  provider: {
    url: `https://${'gateway-'.repeat(12)}ai.example/v1/audio/transcriptions`,
    model: 'whisper-1',
    currency: 'EUR',
    consent_id: '1',
  },
  agreed: true,
  version: 1,
};

function Transcriptions() {
  return (
    <>
      <TranscriptionForm settings={transcription} />
      <TranscriptionForm settings={{ ...transcription, engine: 'server', automatic: false }} />
      <TranscriptionForm settings={{ ...transcription, agreed: false }} />
      <TranscriptionForm settings={{ ...transcription, engine: 'off', provider: null, server_engine: false }} />
    </>
  );
}

function Usages() {
  return (
    <>
      <div className={styles.view}>
        <Usage usage={usage} />
      </div>
      <div className={styles.view}>
        <Usage usage={{ ...usage, last_24h: nothingSpent, month: nothingSpent, reserved_tokens: 0, failures: [] }} />
      </div>
    </>
  );
}

function Drafts() {
  const { t } = useLingui();
  const passage = 'We open Monday to Friday from 9 to 18, on Saturday until 14.';
  return (
    <>
      <AiDraftMark draft={{ source: { id: '1', title: t`Opening hours`, passage }, searched: true }} />
      <AiDraftMark draft={{ source: null, searched: true }} />
      <AiDraftMark draft={{ source: null, searched: false }} />
    </>
  );
}

const found: HelpTextPreview = {
  source: { kind: 'page', name: `https://kestrel.example/${'help-and-answers/'.repeat(8)}` },
  texts: [
    { section: 'Returns', title: 'Returns', body: 'Within 30 days, with the label in the box.', kept: false },
    { section: 'Delivery', title: 'Delivery', body: 'Three days after the order.\n\n'.repeat(12), kept: false },
    { section: 'Repairs', title: 'Workshop', body: 'Bring it in the morning.', kept: true },
  ],
  left_out: 4,
  replaces: 2,
};

function Imports() {
  const { t } = useLingui();
  const [shown, setShown] = useState<'source' | 'choice' | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Button onClick={() => setShown('source')}>{t`Import help texts`}</Button>
      <Button onClick={() => setShown('choice')}>{t`Choose help texts`}</Button>
      {shown === 'source' && (
        <HelpTextSourceForm title={t`Import help texts`} url="" read={() => Promise.resolve()} onClose={close} />
      )}
      {shown === 'choice' && <HelpTextChoice preview={found} onBack={close} onClose={close} />}
    </>
  );
}

function Problems() {
  const { t } = useLingui();
  return (
    <>
      <ProviderProblem problem={t`The provider refused the key`} detail="invalid_api_key: Incorrect API key provided" />
      <ProviderProblem problem={t`No answer within 30 seconds`} detail={null}>
        <Button size="sm" onClick={nothing}>{t`Try again`}</Button>
      </ProviderProblem>
    </>
  );
}
