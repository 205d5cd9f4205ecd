import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Client, RatingRule } from '@parley/contract/types';
import { useState } from 'react';
import { useDurationText } from '../../../../ui/use-duration-text.ts';
import { useLanguageName } from '../../data/use-language-name.ts';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { RatingDialog } from './rating-dialog.tsx';

/** How customers are asked for a rating. */
export function RatingSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const { rating_rule: rule } = client;
  return (
    <BusinessSection
      id="ratings"
      title={t`Satisfaction rating`}
      lead={t`Ask customers how it went after a conversation is marked as done. Sent only while the reply window is open; answers appear in the conversation and in the reports.`}
      onChange={() => setChanging(true)}
    >
      {rule === null ? <p>{t`Customers aren’t asked.`}</p> : <RuleText rule={rule} />}
      {changing && <RatingDialog rule={rule} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

function RuleText({ rule }: { rule: RatingRule }) {
  const { t, i18n } = useLingui();
  const durationText = useDurationText();
  const languageName = useLanguageName();
  const { texts, scale, delay_minutes: delay, every_days: days } = rule;
  const languages = new Intl.ListFormat(i18n.locale, { type: 'conjunction' });
  return (
    <dl className={styles.facts}>
      <dt>{t`Question`}</dt>
      <dd dir="auto">{texts[0]?.question}</dd>
      <dt>{t`Answers`}</dt>
      <dd>{scale === 5 ? t`1 to 5 stars` : t`3 faces`}</dd>
      <dt>{t`When`}</dt>
      <dd>{delay === 0 ? t`Immediately` : t`${durationText(delay)} after done`}</dd>
      <dt>{t`How often`}</dt>
      <dd>
        {days === 0
          ? t`After every conversation`
          : plural(days, { one: 'Once a day for each customer', other: 'Once in # days for each customer' })}
      </dd>
      <dt>{t`Languages`}</dt>
      <dd>{languages.format(texts.map(({ language }) => languageName(language)))}</dd>
    </dl>
  );
}
