import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { useMemo } from 'react';
import { countryChoices } from '../../../../platform/country-choices.ts';
import { timeZoneChoices } from '../../../../platform/time-zone-choices.ts';
import { FieldRow } from '../../../../ui/form.tsx';
import { useIndustries } from '../../../../ui/use-industries.ts';
import type { ClientChanges } from '../../data/client-api.ts';
import { SavedField } from '../saved/saved-field.tsx';
import { SavedSelect } from '../saved/saved-select.tsx';
import styles from './business.module.css';
import { useTeamSizes } from './business-choices.ts';

type BusinessFieldsProps = {
  client: Client;
  /** @throws ApiError, NetworkError */
  change: (changes: ClientChanges) => Promise<void>;
};

/** The facts of the business, each saved by itself. */
export function BusinessFields({ client, change }: BusinessFieldsProps) {
  const { t, i18n } = useLingui();
  const countries = useMemo(() => countryChoices(i18n.locale), [i18n.locale]);
  const zones = useMemo(() => timeZoneChoices(i18n.locale, new Date()), [i18n.locale]);
  const optional = t`optional`;
  return (
    <div className={styles.form}>
      <SavedField
        label={t`Business name`}
        name="name"
        autoComplete="organization"
        saved={client.name}
        empty={t`Enter the name your customers know.`}
        save={(name) => change({ name })}
      />
      <FieldRow>
        <SavedSelect
          label={t`Country`}
          name="country"
          choices={countries}
          saved={client.country}
          save={(country) => change({ country })}
        />
        <SavedSelect
          label={t`Time zone`}
          name="time_zone"
          choices={zones}
          saved={client.time_zone}
          save={(time_zone) => change({ time_zone })}
        />
      </FieldRow>
      <FieldRow>
        <SavedSelect
          label={t`Industry`}
          note={optional}
          name="industry"
          choices={useIndustries()}
          clearable
          saved={client.industry ?? ''}
          save={(industry) => change({ industry })}
        />
        <SavedSelect
          label={t`Team size`}
          note={optional}
          name="team_size"
          choices={useTeamSizes()}
          clearable
          saved={client.team_size ?? ''}
          save={(team_size) => change({ team_size })}
        />
      </FieldRow>
      <SavedField
        label={t`Website`}
        note={optional}
        name="website"
        type="url"
        inputMode="url"
        autoComplete="url"
        saved={client.website ?? ''}
        save={(website) => change({ website })}
      />
    </div>
  );
}
