import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { fieldMessage } from '../../platform/errors.ts';
import { TextField } from '../../ui/field.tsx';
import { FieldRow, Form, FormError } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useIndustries, useTeamSizes } from './business-choices.ts';
import type { BusinessValues } from './business-draft.ts';
import { countryChoices } from './iso-countries.ts';
import { timeZoneChoices } from './time-zones.ts';

export type WrongBusiness = Partial<Record<keyof BusinessValues | 'form', string>>;

export type BusinessFormProps = {
  values: BusinessValues;
  wrong: WrongBusiness;
  onChange: (name: keyof BusinessValues, value: string) => void;
  onSubmit: () => Promise<void>;
  /** Buttons. */
  children: ReactNode;
};

/** The facts about a business, as the wizard asks for them; needs `KitScope`. */
export function BusinessForm({ values, wrong, onChange, onSubmit, children }: BusinessFormProps) {
  const { t, i18n } = useLingui();
  const countries = useMemo(() => countryChoices(i18n.locale), [i18n.locale]);
  const zones = useMemo(() => timeZoneChoices(i18n.locale, new Date()), [i18n.locale]);
  const text = (name: keyof BusinessValues) => ({
    name,
    value: values[name],
    error: wrong[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  const choice = (name: keyof BusinessValues) => ({
    value: values[name],
    error: wrong[name],
    onChange: (value: string) => onChange(name, value),
  });
  return (
    <Form onSubmit={onSubmit}>
      <FormError>{wrong.form}</FormError>
      <TextField label={t`Business name`} autoComplete="organization" {...text('name')} />
      <FieldRow>
        <SelectField label={t`Country`} choices={countries} {...choice('country')} />
        <SelectField label={t`Time zone`} choices={zones} {...choice('time_zone')} />
      </FieldRow>
      <FieldRow>
        <SelectField
          label={t`Industry`}
          note={t`optional`}
          choices={useIndustries()}
          clearable
          {...choice('industry')}
        />
        <SelectField
          label={t`Team size`}
          note={t`optional`}
          choices={useTeamSizes()}
          clearable
          {...choice('team_size')}
        />
      </FieldRow>
      <TextField label={t`Website`} note={t`optional`} inputMode="url" autoComplete="url" {...text('website')} />
      {children}
    </Form>
  );
}

/** What must be there, before anything is sent. */
export function useMissingBusiness(): (values: BusinessValues) => WrongBusiness {
  const { t } = useLingui();
  return (values) => {
    const missing: WrongBusiness = {};
    if (values.name.trim() === '') missing.name = t`Enter the name your customers know.`;
    if (values.country === '') missing.country = t`Choose a country.`;
    if (values.time_zone === '') missing.time_zone = t`Choose a time zone.`;
    return missing;
  };
}

/** What the server says about single fields, or null when it says nothing about them. */
export function wrongBusinessFields(error: unknown): WrongBusiness | null {
  const names = ['name', 'country', 'time_zone', 'industry', 'website', 'team_size'] as const;
  const found: WrongBusiness = {};
  for (const name of names) {
    const message = fieldMessage(error, name);
    if (message) found[name] = message;
  }
  return Object.keys(found).length > 0 ? found : null;
}
