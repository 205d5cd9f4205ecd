import { useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dayOf } from '../../platform/date-format.ts';
import { formatsInUse } from '../../platform/formats.ts';
import { icon } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './calendar.module.css';
import { addDays, addMonths, clampDay, isAllowed, utcDate, weeksOfMonth } from './calendar-days.ts';
import type { Day } from './typed-date.ts';

export type CalendarProps = {
  value: Day | null;
  min?: Day | undefined;
  max?: Day | undefined;
  /** How days, months and years are written. */
  language: string;
  /** Whether a day is focused when the calendar opens. */
  takesFocus: boolean;
  onChoose: (day: Day) => void;
};

type Level = 'days' | 'months' | 'years';

/** A month to choose a day from; its heading leads to the months of the year, and those to the years. */
export function Calendar({ value, min, max, language, takesFocus, onChoose }: CalendarProps) {
  const [level, setLevel] = useState<Level>('days');
  const [day, setDay] = useState(() => clampDay(value ?? dayOf(new Date()), min, max));
  const [focuses, setFocuses] = useState(takesFocus);
  const show = (next: Day, focus: boolean) => {
    setDay(clampDay(next, min, max));
    setFocuses(focus);
  };
  const pick = (next: Day, byKey: boolean) => {
    // The pressed button disappears: keyboard focus moves on.
    show(next, byKey);
    setLevel(level === 'years' ? 'months' : 'days');
  };
  return (
    <>
      <Heading
        level={level}
        day={day}
        language={language}
        onShow={(next) => show(next, false)}
        onLevel={() => {
          setFocuses(false);
          setLevel(level === 'days' ? 'months' : 'years');
        }}
      />
      {level === 'days' && (
        <Days {...{ value, min, max, language, day, focuses, onChoose }} onShow={(next) => show(next, true)} />
      )}
      {level !== 'days' && (
        <Choices key={level} {...{ level, value, min, max, language, day, focuses }} onPick={pick} />
      )}
    </>
  );
}

type HeadingProps = {
  level: Level;
  day: Day;
  language: string;
  onShow: (day: Day) => void;
  onLevel: () => void;
};

function Heading({ level, day, language, onShow, onLevel }: HeadingProps) {
  const { t } = useLingui();
  const year = Number(day.slice(0, 4));
  const decade = Math.floor(year / 10) * 10;
  const { title, before, after, months } = {
    days: { title: monthName(day, language), before: t`Previous month`, after: t`Next month`, months: 1 },
    months: { title: String(year), before: t`Previous year`, after: t`Next year`, months: 12 },
    years: { title: `${decade} – ${decade + 9}`, before: t`Previous ten years`, after: t`Next ten years`, months: 120 },
  }[level];
  return (
    <div className={styles.head}>
      <IconButton label={before} onClick={() => onShow(addMonths(day, -months))}>
        <IconChevronLeft {...icon} className={styles.arrow} />
      </IconButton>
      <button type="button" className={styles.title} disabled={level === 'years'} onClick={onLevel}>
        {title}
      </button>
      <IconButton label={after} onClick={() => onShow(addMonths(day, months))}>
        <IconChevronRight {...icon} className={styles.arrow} />
      </IconButton>
    </div>
  );
}

type DaysProps = Omit<CalendarProps, 'takesFocus'> & {
  /** The day that the arrow keys move from. */
  day: Day;
  focuses: boolean;
  onShow: (day: Day) => void;
};

/** The days of a month: arrows move by day and week, Page Up and Page Down by month, with Shift by year. */
function Days({ value, min, max, language, day, focuses, onChoose, onShow }: DaysProps) {
  const grid = useRef<HTMLTableElement>(null);
  const today = dayOf(new Date());
  const weeks = weeksOfMonth(day, formatsInUse().firstWeekday);
  // After the layout effects: the popover around it must be shown first.
  useEffect(() => {
    if (focuses) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [focuses, day]);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const weekday = weeks.flat().indexOf(day) % 7;
    const next: Record<string, Day> = {
      ArrowLeft: addDays(day, isRtl ? 1 : -1),
      ArrowRight: addDays(day, isRtl ? -1 : 1),
      ArrowUp: addDays(day, -7),
      ArrowDown: addDays(day, 7),
      Home: addDays(day, -weekday),
      End: addDays(day, 6 - weekday),
      PageUp: addMonths(day, event.shiftKey ? -12 : -1),
      PageDown: addMonths(day, event.shiftKey ? 12 : 1),
    };
    const target = next[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onShow(target);
  };
  return (
    <table ref={grid} aria-label={monthName(day, language)} className={styles.grid}>
      <thead>
        <tr>
          {weeks[0]?.map((one) => (
            <th key={one} scope="col" abbr={format(one, language, { weekday: 'long' })}>
              {format(one, language, { weekday: 'narrow' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td key={one}>
                <button
                  type="button"
                  className={styles.day}
                  tabIndex={one === day ? 0 : -1}
                  data-day={one}
                  data-outside={one.slice(0, 7) !== day.slice(0, 7) || undefined}
                  aria-label={format(one, language, { dateStyle: 'long' })}
                  aria-pressed={one === value}
                  aria-current={one === today ? 'date' : undefined}
                  aria-disabled={!isAllowed(one, min, max) || undefined}
                  onKeyDown={onKeyDown}
                  onClick={() => isAllowed(one, min, max) && onChoose(one)}
                >
                  {utcDate(one).getUTCDate()}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ChoicesProps = Pick<CalendarProps, 'value' | 'min' | 'max' | 'language'> & {
  level: 'months' | 'years';
  day: Day;
  focuses: boolean;
  onPick: (day: Day, byKey: boolean) => void;
};

/** The months of a year, or the years of a decade. */
function Choices({ level, value, min, max, language, day, focuses, onPick }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focuses) list.current?.querySelector<HTMLElement>('[aria-pressed="true"], button:enabled')?.focus();
  }, [focuses]);
  const year = day.slice(0, 4);
  const firstDays =
    level === 'months'
      ? Array.from({ length: 12 }, (_, month) => addMonths(`${year}-01-01`, month))
      : Array.from({ length: 10 }, (_, index) => addMonths(`${year.slice(0, 3)}0-01-01`, 12 * index));
  const length = level === 'months' ? 7 : 4;
  return (
    <div ref={list} className={styles.choices}>
      {firstDays.map((first) => {
        const last = addDays(addMonths(first, level === 'months' ? 1 : 12), -1);
        return (
          <button
            key={first}
            type="button"
            className={styles.choice}
            aria-pressed={value?.slice(0, length) === first.slice(0, length)}
            disabled={(max !== undefined && first > max) || (min !== undefined && last < min)}
            // A click by keyboard has no detail.
            onClick={(event) => onPick(first, event.detail === 0)}
          >
            {level === 'months' ? format(first, language, { month: 'short' }) : first.slice(0, 4)}
          </button>
        );
      })}
    </div>
  );
}

function monthName(day: Day, language: string): string {
  return format(day, language, { month: 'long', year: 'numeric' });
}

function format(day: Day, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(utcDate(day));
}
