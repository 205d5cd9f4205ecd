import { useLingui } from '@lingui/react/macro';
import type { ContactImport, ImportRules } from '@parley/contract/types';
import { Button } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { useAccountFacts, useLists } from '../../data/import/import-data.ts';
import styles from './import.module.css';
import ruleStyles from './rules-step.module.css';

/** The rules of an import, read-only. */
export function RulesSummary(props: { row: ContactImport; rules: ImportRules; onChange?: () => void }) {
  const { t, i18n } = useLingui();
  const { rules, onChange } = props;
  const account = useAccountFacts().data;
  const lists = useLists().data ?? [];
  const country = rules.country ?? account?.country;
  const countryName = country && new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(country);
  const purposes = { both: t`Add new and update existing`, add: t`Only add new`, update: t`Only update existing` };
  const conflicts = { fill: t`Fill empty fields`, keep: t`Keep existing`, overwrite: t`Overwrite` };
  const chosen = lists.filter(({ id }) => rules.contact_list_ids.includes(id)).map(({ name }) => name);
  const into = [...(rules.new_list_name === undefined ? [] : [rules.new_list_name]), ...chosen];
  return (
    <div className={ruleStyles.ruleText}>
      <div className={styles.bar}>
        <h2>{t`Rules`}</h2>
        {onChange && (
          <Button variant="plain" size="sm" onClick={onChange}>
            {t`Change`}
          </Button>
        )}
      </div>
      <dl>
        <dt>{t`Purpose`}</dt>
        <dd>{purposes[rules.purpose]}</dd>
        {rules.purpose !== 'add' && (
          <>
            <dt>{t`If both differ`}</dt>
            <dd>{conflicts[rules.conflict]}</dd>
          </>
        )}
        <dt>{t`No country code`}</dt>
        <dd>{countryName ? t`Read as ${countryName}` : ''}</dd>
        {rules.number_prefix !== undefined && (
          <>
            <dt>{t`Unreadable`}</dt>
            <dd>{t`With ${rules.number_prefix} in front`}</dd>
          </>
        )}
        <dt>{t`Consent`}</dt>
        <dd>{rules.opt_in_source ?? t`From the file`}</dd>
        <dt>{t`Add all to`}</dt>
        <dd>
          {into.length === 0
            ? t`No list`
            : into.map((name) => (
                <Chip key={name} look="quiet">
                  <bdi>{name}</bdi>
                </Chip>
              ))}
        </dd>
      </dl>
    </div>
  );
}
