import type {
  ColumnMapping,
  ImportRules,
  ImportSchedule,
  ImportSource,
  SourceColumn,
  SourcePreview,
} from '@parley/contract/types';
import type { ImportDraft } from '../../contacts/public.ts';

/** Where a file is, as a form has it. */
export type AddressForm = { name: string; url: string; headerName: string; headerValue: string };

export function addressFormOf(source: ImportSource | null): AddressForm {
  return { name: source?.name ?? '', url: source?.url ?? '', headerName: source?.header_name ?? '', headerValue: '' };
}

/** The access header; an empty value leaves the stored one. */
export function headerOf({ headerName, headerValue }: AddressForm): { name: string; value?: string } | null {
  const [name, value] = [headerName.trim(), headerValue.trim()];
  if (name === '') return null;
  return value === '' ? { name } : { name, value };
}

const newRules: ImportRules = {
  ...{ purpose: 'both', conflict: 'overwrite', blanks: 'ignore', contact_list_ids: [], list_separator: ',' },
};

/** The columns of a file as the source has them, by name; those it does not know are excluded. */
export function draftOf(columns: SourcePreview['columns'], source: ImportSource | null): ImportDraft {
  if (source === null) return { mapping: columns.map(({ suggestion }) => suggestion), rules: newRules };
  const left = [...source.mapping];
  const mapping = columns.map(({ name }): ColumnMapping => {
    const at = left.findIndex(({ column }) => column === name);
    const [found] = at === -1 ? [] : left.splice(at, 1);
    if (found === undefined) return { target: 'ignore' };
    return found.field === undefined ? { target: found.target } : { target: found.target, field: found.field };
  });
  return { mapping, rules: source.rules };
}

export function mappingOf(columns: SourcePreview['columns'], draft: ImportDraft): SourceColumn[] {
  return columns.map(({ name }, place) => ({ column: name, ...(draft.mapping[place] ?? { target: 'ignore' }) }));
}

/** What a source stores of the rules. */
export function rulesOf({ new_list_name: _none, ...rules }: ImportRules): Omit<ImportRules, 'new_list_name'> {
  return rules;
}

export const newSchedule: ImportSchedule = { every: 'day', at: '06:00' };

/** Another rhythm, with the time that was chosen before. */
export function withRhythm(schedule: ImportSchedule, every: ImportSchedule['every']): ImportSchedule {
  const at = schedule.every === 'hours' ? '06:00' : schedule.at;
  if (every === 'hours') return { every, hours: 6 };
  return every === 'day' ? { every, at } : { every, day: 'mon', at };
}

/** Whether a schedule can be stored. */
export function isComplete(schedule: ImportSchedule): boolean {
  if (schedule.every !== 'hours') return /^\d\d:\d\d$/.test(schedule.at);
  return Number.isInteger(schedule.hours) && schedule.hours >= 1 && schedule.hours <= 168;
}
