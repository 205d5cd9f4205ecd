import { useLingui } from '@lingui/react/macro';
import { defaultAnswerTexts, optOutAnswer } from '@parley/contract/opt-out-answers';
import type { Client } from '@parley/contract/types';
import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Switch } from '../../../../ui/checkbox.tsx';
import { TextAreaField } from '../../../../ui/field.tsx';
import { useLanguageName } from '../../data/use-language-name.ts';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { SettingDialog } from './setting-dialog.tsx';

/** What customers who opt out of marketing messages, or in again, are answered once. */
export function OptOutAnswersSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const languageName = useLanguageName();
  const { opt_out_answers: answers, opt_out_words: words } = client;
  const [first] = words;
  const text = first && optOutAnswer(answers, first, 'opt_out');
  return (
    <BusinessSection
      id="opt-out-answers"
      title={t`Opt-out confirmations`}
      lead={t`A customer who sends an opt-out word, or taps a button that is one, gets one confirmation. Automations don’t answer such a message.`}
      onChange={() => setChanging(true)}
    >
      <p>{answers.on ? <Badge tone="info">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}</p>
      {answers.on && first && (
        <dl className={styles.facts}>
          <dt>{languageName(first.language)}</dt>
          <dd className={styles.text}>
            <bdi>{text}</bdi>
          </dd>
        </dl>
      )}
      {changing && <AnswersDialog client={client} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

type Texts = Client['opt_out_answers']['texts'][number];

function AnswersDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useLingui();
  const languageName = useLanguageName();
  const { opt_out_answers: answers, opt_out_words: words } = client;
  const [on, setOn] = useState(answers.on);
  const [texts, setTexts] = useState(() =>
    words.map(
      (one): Texts => ({
        language: one.language,
        opt_out: optOutAnswer(answers, one, 'opt_out'),
        opt_in: optOutAnswer(answers, one, 'opt_in'),
      }),
    ),
  );
  const set = (at: number, part: Partial<Texts>) =>
    setTexts(texts.map((one, index) => (index === at ? { ...one, ...part } : one)));
  /** A text as it is by default follows the words: only others are saved. */
  const own = () =>
    texts.flatMap((one, at) => {
      const standard = words[at] && defaultAnswerTexts(words[at]);
      const changed = (text: string, usual: string | undefined) => (text.trim() === usual ? '' : text.trim());
      const [out, again] = [changed(one.opt_out, standard?.opt_out), changed(one.opt_in, standard?.opt_in)];
      return out === '' && again === '' ? [] : [{ language: one.language, opt_out: out, opt_in: again }];
    });
  return (
    <SettingDialog
      title={t`Opt-out confirmations`}
      changes={() => ({ opt_out_answers: { on, texts: own() } })}
      fields={[]}
      saved={t`Opt-out confirmations saved`}
      onClose={onClose}
    >
      {() => (
        <>
          <Switch checked={on} onChange={setOn}>{t`Confirm opt-outs and opt-ins`}</Switch>
          {on && <p className={styles.quiet}>{t`An empty text is replaced by the default one.`}</p>}
          {on &&
            texts.map((one, at) => (
              <fieldset key={one.language} className={styles.texts}>
                <legend>{languageName(one.language)}</legend>
                <TextAreaField
                  label={t`After an opt-out`}
                  dir="auto"
                  rows={2}
                  maxLength={1_000}
                  value={one.opt_out}
                  onChange={(event) => set(at, { opt_out: event.target.value })}
                />
                <TextAreaField
                  label={t`After opting in again`}
                  dir="auto"
                  rows={2}
                  maxLength={1_000}
                  value={one.opt_in}
                  onChange={(event) => set(at, { opt_in: event.target.value })}
                />
              </fieldset>
            ))}
        </>
      )}
    </SettingDialog>
  );
}
