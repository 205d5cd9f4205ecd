import { useLingui } from '@lingui/react/macro';
import { ratingLanguages } from '@parley/contract/rating-languages';
import type { RatingRule } from '@parley/contract/types';
import { useMemo, useState } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { FieldRow } from '../../../../ui/form.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useDurationText } from '../../../../ui/use-duration-text.ts';
import { firstRatingRule, wholeNumber } from '../../data/rating-draft.ts';
import { useLanguageName } from '../../data/use-language-name.ts';
import styles from './business.module.css';
import { RatingText } from './rating-text.tsx';
import { SettingDialog } from './setting-dialog.tsx';

const usualDelays = [0, 5, 10, 30, 60, 120, 240, 480, 720];

export function RatingDialog({ rule, onClose }: { rule: RatingRule | null; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const durationText = useDurationText();
  const languageName = useLanguageName();
  const textIn = (language: string) => ({
    language,
    question: t`How did we do?`,
    button: t`Rate`,
    thanks: t`Thank you! What could we do better?`,
  });
  const [on, setOn] = useState(rule !== null);
  const [draft, setDraft] = useState(() => rule ?? firstRatingRule(textIn('en')));
  const [days, setDays] = useState(String(draft.every_days));
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<RatingRule>) => setDraft({ ...draft, ...part });
  const free = useMemo(() => {
    const choices = ratingLanguages
      .filter((language) => !draft.texts.some((text) => text.language === language))
      .map((value) => ({ value, label: languageName(value) }));
    return choices.sort((a, b) => a.label.localeCompare(b.label, i18n.locale));
  }, [draft.texts, languageName, i18n.locale]);
  const changes = () => {
    if (!on) return { rating_rule: null };
    const every_days = wholeNumber(days, 0, 365);
    setProblem(every_days === null ? t`Enter a whole number, 0 to 365.` : null);
    return every_days === null ? null : { rating_rule: { ...draft, every_days } };
  };
  const delays = [...new Set([...usualDelays, draft.delay_minutes])].sort((a, b) => a - b);
  const { texts } = draft;
  const fields = texts.flatMap((_, at) =>
    (['question', 'button', 'thanks'] as const).map((name) => `rating_rule.texts.${at}.${name}`),
  );
  return (
    <SettingDialog
      title={t`Satisfaction rating`}
      changes={changes}
      fields={['rating_rule.every_days', ...fields]}
      saved={t`Satisfaction rating saved`}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Segments
            label={t`After a conversation`}
            value={on ? 'ask' : 'none'}
            onChange={(next) => setOn(next === 'ask')}
            segments={[
              { value: 'none', label: t`Don’t ask` },
              { value: 'ask', label: t`Ask for a rating` },
            ]}
          />
          {on && (
            <>
              <Segments
                label={t`Answers`}
                value={String(draft.scale)}
                onChange={(next) => change({ scale: next === '3' ? 3 : 5 })}
                segments={[
                  { value: '5', label: t`1 to 5 stars` },
                  { value: '3', label: t`3 faces` },
                ]}
              />
              <FieldRow>
                <SelectField
                  label={t`Ask`}
                  choices={delays.map((one) => ({
                    value: String(one),
                    label: one === 0 ? t`Immediately` : t`${durationText(one)} after done`,
                  }))}
                  value={String(draft.delay_minutes)}
                  onChange={(value) => value !== '' && change({ delay_minutes: Number(value) })}
                />
                <TextField
                  label={t`Days before asking again`}
                  inputMode="numeric"
                  autoComplete="off"
                  value={days}
                  error={problem ?? errors['rating_rule.every_days'] ?? null}
                  onChange={(event) => {
                    setDays(event.target.value);
                    setProblem(null);
                  }}
                />
              </FieldRow>
              <Checkbox checked={draft.comments} onChange={(event) => change({ comments: event.target.checked })}>
                {t`Keep the customer’s next message as a comment`}
              </Checkbox>
              <p className={styles.quiet}>
                {t`The country of the customer’s number decides the language. The first one is for all others.`}
              </p>
              {texts.map((text, at) => (
                <RatingText
                  key={text.language}
                  name={languageName(text.language)}
                  text={text}
                  scale={draft.scale}
                  errors={{
                    question: errors[`rating_rule.texts.${at}.question`],
                    button: errors[`rating_rule.texts.${at}.button`],
                    thanks: errors[`rating_rule.texts.${at}.thanks`],
                  }}
                  onChange={(part) => change({ texts: texts.map((one, n) => (n === at ? { ...one, ...part } : one)) })}
                  onRemove={texts.length > 1 ? () => change({ texts: texts.filter((_, n) => n !== at) }) : null}
                />
              ))}
              <SelectField
                label={t`Add a language`}
                choices={free}
                value=""
                onChange={(language) => language !== '' && change({ texts: [...texts, textIn(language)] })}
              />
            </>
          )}
        </>
      )}
    </SettingDialog>
  );
}
