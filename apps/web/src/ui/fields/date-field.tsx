import { useLingui } from '@lingui/react/macro';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { formatsInUse } from '../../platform/formats.ts';
import { type ControlTies, Field, type FieldFrameProps, inputClass } from '../field.tsx';
import { icon, smallIcon } from '../icon.ts';
import { showBeside } from '../layer/place-popover.ts';
import { Calendar } from './calendar.tsx';
import { isAllowed } from './calendar-days.ts';
import styles from './date-field.module.css';
import { type Day, readTypedDay, writeDay } from './typed-date.ts';

export type DateFieldProps = FieldFrameProps & {
  value: Day | null;
  onChange: (value: Day | null) => void;
  min?: Day;
  max?: Day;
  placeholder?: string;
  disabled?: boolean;
};

/** A day, typed in one's own way or picked from a calendar, which a click or the down arrow opens. */
export function DateField({ label, note, help, error, ...input }: DateFieldProps) {
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(ties) => <DateInput {...input} label={label} ties={ties} />}
    </Field>
  );
}

export type DateInputProps = Omit<DateFieldProps, 'note' | 'help' | 'error'> & {
  /** Without them `label` names the input. */
  ties?: ControlTies | undefined;
};

/** The input of a `DateField`, where something else shows its label. */
export function DateInput(props: DateInputProps) {
  const { label, value, onChange, min, max, placeholder, disabled, ties } = props;
  const { t } = useLingui();
  const language = formatsInUse().dates;
  const field = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<false | 'by-mouse' | 'by-key'>(false);
  // The text being typed; null: the field shows the value.
  const [typed, setTyped] = useState<string | null>(null);

  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const type = (text: string) => {
    setTyped(text);
    const day = readTypedDay(text, language);
    if (text.trim() === '') onChange(null);
    else if (day !== null && isAllowed(day, min, max)) onChange(day);
  };
  const choose = (day: Day) => {
    close();
    onChange(day);
    input.current?.focus();
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!field.current?.contains(event.relatedTarget)) close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && open) {
      // A dialog around the field stays open.
      event.preventDefault();
      event.stopPropagation();
      close();
      input.current?.focus();
    } else if (event.key === 'ArrowDown' && event.target === input.current) {
      event.preventDefault();
      setTyped(null);
      setOpen('by-key');
    }
  };

  return (
    <span ref={field} className={styles.field}>
      <input
        {...(ties ?? { 'aria-label': label })}
        ref={input}
        type="text"
        autoComplete="off"
        className={`${inputClass()} ${styles.input}`}
        placeholder={placeholder}
        disabled={disabled}
        value={typed ?? (value === null ? '' : writeDay(value, language))}
        onChange={(event) => type(event.target.value)}
        onClick={() => setOpen('by-mouse')}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {value === null || disabled ? (
        <IconCalendar {...icon} aria-hidden="true" className={styles.icon} />
      ) : (
        <button
          type="button"
          className={styles.clear}
          aria-label={t`Remove the date`}
          onClick={() => {
            close();
            onChange(null);
            input.current?.focus();
          }}
        >
          <IconX {...smallIcon} />
        </button>
      )}
      {open && (
        <CalendarPopover label={label} anchor={input} onHidden={close} onBlur={onBlur} onKeyDown={onKeyDown}>
          {/* Typing another day shows its month. */}
          <Calendar
            key={`${open} ${value}`}
            {...{ value, min, max, language }}
            takesFocus={open === 'by-key'}
            onChoose={choose}
          />
        </CalendarPopover>
      )}
    </span>
  );
}

type PopoverProps = {
  label: string;
  anchor: { readonly current: HTMLElement | null };
  onHidden: () => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
};

/** In the top layer, so that no pane or dialog cuts it off; beside the field in the order of the Tab key. */
function CalendarPopover({ label, anchor, onHidden, onBlur, onKeyDown, children }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const hidden = useRef(onHidden);
  useLayoutEffect(() => {
    hidden.current = onHidden;
  });
  useLayoutEffect(() => {
    if (popover.current === null || anchor.current === null) return;
    return showBeside(popover.current, anchor.current, 'start', () => hidden.current());
  }, [anchor]);
  return (
    <div
      ref={popover}
      popover="manual"
      role="dialog"
      aria-label={label}
      className={styles.calendar}
      // With the mouse the focus stays in the field: some browsers give none to a pressed button.
      onMouseDown={(event) => event.preventDefault()}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
