import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/dates/styles.layer.css';
import { useLingui } from '@lingui/react/macro';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type ControlTies, inputClass } from '../field.tsx';
import { icon } from '../icon.ts';
import { useLayer } from '../layer/use-modal.ts';
import styles from './date-field.module.css';
import type { DateFieldProps } from './date-field-props.ts';
import { readTypedDay, writeDay } from './typed-date.ts';

type Props = Omit<DateFieldProps, 'label' | 'note' | 'help' | 'error'> & { ties: ControlTies };

export function DateInputOfKit({ value, onChange, min, max, placeholder, disabled, ties }: Props) {
  const { t, i18n } = useLingui();
  const layer = useLayer();
  const language = navigator.language.startsWith(i18n.locale) ? navigator.language : i18n.locale;
  return (
    <DateInput
      {...ties}
      value={value}
      onChange={onChange}
      minDate={min}
      maxDate={max}
      placeholder={placeholder}
      disabled={disabled}
      valueFormat={(day) => writeDay(day, language)}
      dateParser={(text) => readTypedDay(text, language)}
      firstDayOfWeek={firstDayOfWeek(language)}
      weekdayFormat={(day) => weekday(day, language)}
      monthLabelFormat={(month) => monthName(month, language)}
      monthsListFormat={(month) => monthShort(month, language)}
      clearable={value !== null}
      clearButtonProps={{ 'aria-label': t`Take the date away` }}
      rightSection={value === null ? <IconCalendar {...icon} /> : undefined}
      rightSectionPointerEvents={value === null ? 'none' : undefined}
      highlightToday
      popoverProps={{
        transitionProps: { duration: 0 },
        shadow: 'md',
        offset: 4,
        portalProps: { target: layer ?? undefined },
      }}
      ariaLabels={{
        nextMonth: t`Next month`,
        previousMonth: t`Month before`,
        nextYear: t`Next year`,
        previousYear: t`Year before`,
        nextDecade: t`Next ten years`,
        previousDecade: t`Ten years before`,
        // The buttons of month and year are called what stands on them: it is what people say to press them.
      }}
      classNames={{
        input: `${inputClass()} ${styles.input}`,
        section: styles.section,
        calendarHeaderControl: styles.headControl,
        calendarHeaderLevel: styles.headLevel,
        weekday: styles.weekday,
        day: styles.day,
        monthsListControl: styles.choice,
        yearsListControl: styles.choice,
      }}
    />
  );
}

/** The day a week begins with where the language is spoken; 0 is Sunday. */
function firstDayOfWeek(language: string): 0 | 1 | 6 {
  const locale = new Intl.Locale(language).maximize() as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  const first = locale.getWeekInfo?.().firstDay ?? 1;
  return first === 7 ? 0 : first === 6 ? 6 : 1;
}

function weekday(day: string | Date, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' }).format(utcOf(day));
}

function monthName(month: string | Date, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(utcOf(month));
}

function monthShort(month: string | Date, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(utcOf(month));
}

function utcOf(day: string | Date): Date {
  return typeof day === 'string' ? new Date(`${day.slice(0, 10)}T00:00:00Z`) : day;
}
