import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { countryChoices } from '../../../../platform/country-choices.ts';
import { timeZoneChoices } from '../../../../platform/time-zone-choices.ts';
import { TextField } from '../../../../ui/field.tsx';
import { AddressField } from '../../../../ui/fields/address-field.tsx';
import { FieldRow, Form, FormError } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useIndustries } from '../../../../ui/use-industries.ts';
import type { BusinessValues } from '../../data/business-draft.ts';
import type { BusinessErrors } from '../../data/business-values.ts';
import { useTeamSizes } from './business-choices.ts';

export type BusinessFormProps = {
  values: BusinessValues;
  fieldErrors: BusinessErrors;
  onChange: (name: keyof BusinessValues, value: string) => void;
  onSubmit: () => Promise<void>;
  /** Buttons. */
  children: ReactNode;
};

/** The form of the business facts. */
export function BusinessForm({ values, fieldErrors, onChange, onSubmit, children }: BusinessFormProps) {
  const { t, i18n } = useLingui();
  const countries = useMemo(() => countryChoices(i18n.locale), [i18n.locale]);
  const zones = useMemo(() => timeZoneChoices(i18n.locale, new Date()), [i18n.locale]);
  const text = (name: keyof BusinessValues) => ({
    name,
    value: values[name],
    error: fieldErrors[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  const choice = (name: keyof BusinessValues) => ({
    value: values[name],
    error: fieldErrors[name],
    onChange: (value: string) => onChange(name, value),
  });
  return (
    <Form onSubmit={onSubmit}>
      <FormError>{fieldErrors.form}</FormError>
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
      <AddressField label={t`Website`} note={t`optional`} autoComplete="url" {...text('website')} />
      {children}
    </Form>
  );
}

/** Validates required fields before saving. */
export function useMissingBusiness(): (values: BusinessValues) => BusinessErrors {
  const { t } = useLingui();
  return (values) => {
    const missing: BusinessErrors = {};
    if (values.name.trim() === '') missing.name = t`Enter the name your customers know.`;
    if (values.country === '') missing.country = t`Choose a country.`;
    if (values.time_zone === '') missing.time_zone = t`Choose a time zone.`;
    return missing;
  };
}
