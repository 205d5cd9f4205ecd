import { useLingui } from '@lingui/react/macro';
import { countryChoices } from '../../../../platform/country-choices.ts';
import { ChoiceField } from '../../../../ui/select.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useAccountFacts } from '../../data/import/import-data.ts';
import type { StepProps } from './step-props.ts';

export type ReadingFieldsProps = Pick<StepProps, 'draft' | 'setDraft'>;

/** How cells are read: the country of numbers, the separator of lists. */
export function ReadingFields({ draft, setDraft }: ReadingFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <CountryField draft={draft} setDraft={setDraft} />
      {draft.mapping.some(({ target }) => target === 'lists') && (
        <ChoiceField
          label={t`List separator`}
          value={separators.find((sign) => sign === draft.rules.list_separator) ?? ','}
          onChange={(list_separator) => setDraft({ ...draft, rules: { ...draft.rules, list_separator } })}
          choices={[
            { value: ',', label: t`Comma` },
            { value: ';', label: t`Semicolon` },
            { value: '|', label: t`Pipe` },
            { value: ':::', label: t`Three colons (Google)` },
          ]}
        />
      )}
    </>
  );
}

const separators = [',', ';', '|', ':::'] as const;

function CountryField({ draft, setDraft }: ReadingFieldsProps) {
  const { t, i18n } = useLingui();
  const account = useAccountFacts().data;
  return (
    <SelectField
      label={t`Numbers without a country code are from`}
      choices={countryChoices(i18n.locale)}
      value={draft.rules.country ?? account?.country ?? ''}
      onChange={(country) => setDraft({ ...draft, rules: { ...draft.rules, country } })}
    />
  );
}
