import type { Client } from '@parley/contract/types';
import { fieldMessage } from '../../../platform/errors.ts';
import type { BusinessValues } from './business-draft.ts';

/** The errors by field; `form` for errors of no single field. */
export type BusinessErrors = Partial<Record<keyof BusinessValues | 'form', string>>;

/** The values of the form; '' for what was not given. */
export function businessValuesOf(client: Client): BusinessValues {
  const { name, country, time_zone, industry, website, team_size } = client;
  return {
    name,
    country,
    time_zone,
    industry: industry ?? '',
    website: website ?? '',
    team_size: team_size ?? '',
  };
}

/** The values that differ from before. */
export function changedValues<T extends object>(values: T, before: T): Partial<T> {
  const names = Object.keys(values) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
  ) as Partial<T>;
}

/** What the server says about single fields, or null when it says nothing about them. */
export function businessErrorsOf(error: unknown): BusinessErrors | null {
  const names = ['name', 'country', 'time_zone', 'industry', 'website', 'team_size'] as const;
  const found: BusinessErrors = {};
  for (const name of names) {
    const message = fieldMessage(error, name);
    if (message) found[name] = message;
  }
  return Object.keys(found).length > 0 ? found : null;
}
