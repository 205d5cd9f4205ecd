import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { useMemo } from 'react';
import { countryChoices } from '../../../../platform/country-choices.ts';
import { timeZoneChoices } from '../../../../platform/time-zone-choices.ts';
import { useIndustries } from '../../../../ui/use-industries.ts';
import { useTeamSizes } from './business-choices.ts';

/** The facts of a business as text, in the order of the form. */
export function useBusinessFacts(client: Client): { term: string; value: string }[] {
  const { t, i18n } = useLingui();
  const countries = useMemo(() => countryChoices(i18n.locale), [i18n.locale]);
  const zones = useMemo(() => timeZoneChoices(i18n.locale, new Date()), [i18n.locale]);
  const industries = useIndustries();
  const sizes = useTeamSizes();
  const labelIn = (choices: readonly { value: string; label: string }[], value: string | null) =>
    choices.find((choice) => choice.value === value)?.label ?? value ?? t`Not set`;
  return [
    { term: t`Business name`, value: client.name },
    { term: t`Country`, value: labelIn(countries, client.country) },
    { term: t`Time zone`, value: labelIn(zones, client.time_zone) },
    { term: t`Industry`, value: labelIn(industries, client.industry) },
    { term: t`Team size`, value: labelIn(sizes, client.team_size) },
    { term: t`Website`, value: client.website ?? t`Not set` },
  ];
}

/** The restrictions that apply to all Users. */
export function useUserRules(): { name: keyof Client['user_restrictions']; label: string }[] {
  const { t } = useLingui();
  return [
    { name: 'only_assigned', label: t`Users see only conversations assigned to them or to their groups` },
    { name: 'mask_phone_numbers', label: t`Phone numbers of customers are hidden from Users` },
    { name: 'no_export', label: t`Users can’t export` },
    { name: 'no_deletion', label: t`Users can’t delete contacts` },
  ];
}
