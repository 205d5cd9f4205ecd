import type { WorkingHours } from '@parley/contract/types';
import { HolidayList } from './holiday-list.tsx';
import { WeekTable } from './week-table.tsx';

type Weekly = Pick<WorkingHours, 'days' | 'holidays'>;
type HoursFieldsProps = {
  hours: Weekly;
  /** By field: `days.mon.0.to`. */
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<Weekly>) => void;
};

/** The hours of a week, and the holidays. */
export function HoursFields({ hours, errors, onChange }: HoursFieldsProps) {
  return (
    <>
      <WeekTable days={hours.days} errors={errors} onChange={(days) => onChange({ days })} />
      <HolidayList holidays={hours.holidays} errors={errors} onChange={(holidays) => onChange({ holidays })} />
    </>
  );
}

/** Every field path of working hours that has a control. */
export function hoursPlaces({ days, holidays }: Weekly): string[] {
  const ofDays = Object.entries(days).flatMap(([day, ranges]) =>
    ranges.flatMap((_, index) => [`days.${day}.${index}.from`, `days.${day}.${index}.to`]),
  );
  return [...ofDays, ...holidays.flatMap((_, index) => [`holidays.${index}.date`, `holidays.${index}.name`])];
}
