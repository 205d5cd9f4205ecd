import { useLingui } from '@lingui/react/macro';
import { IconClock } from '@tabler/icons-react';
import { type ComponentProps, type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Field, type FieldFrameProps, inputClass } from '../field.tsx';
import { smallIcon } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import { Popover } from '../layer/popover.tsx';
import styles from './time-field.module.css';
import { TimeList } from './time-list.tsx';
import {
  hasPeriods,
  isWholeTime,
  partAt,
  readTypedTime,
  stepTime,
  type TimePart,
  timeParts,
  writeTime,
} from './typed-time.ts';

export type TimeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
  /** `09:30` */
  value: string;
  /** Called with whole times only. */
  onChange: (value: string) => void;
  /** Midnight is the end of the day, `24:00`. */
  endsDay?: boolean;
};

/**
 * A time of day, written as all times of the user: typed in any common form, stepped with the arrows at the part that
 * the caret is in, or chosen from a list, which the button and Alt with the down arrow open.
 */
export function TimeInput({ value, onChange, endsDay = false, className, ...rest }: TimeInputProps) {
  const { t, i18n } = useLingui();
  const { onBlur, disabled, ...input } = rest;
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The text being typed; null: the field shows the value.
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const periods = hasPeriods(i18n.locale);
  const read = (text: string) => readTypedTime(text, { endsDay, periods, present: value });
  const shown = typed ?? writeTime(value, i18n.locale);
  const stepped = useSelectedPart(field, value);

  const type = (text: string) => {
    setTyped(text);
    const time = read(text);
    if (time !== null && time !== value && isWholeTime(text, periods)) onChange(time);
  };
  const finish = () => {
    const time = typed === null ? null : read(typed);
    setTyped(null);
    if (time !== null && time !== value) onChange(time);
    return time ?? value;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') finish();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.altKey) return setOpen(true);
    const part = partAt(shown, event.currentTarget.selectionStart ?? 0);
    const next = stepTime(finish(), part, event.key === 'ArrowUp' ? 1 : -1);
    stepped.current = part;
    onChange(endsDay && next === '00:00' ? '24:00' : next);
  };

  return (
    <span className={[styles.field, className].filter(Boolean).join(' ')}>
      <input
        {...input}
        ref={field}
        type="text"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        // Digits are enough: `1430`.
        inputMode={periods ? undefined : 'numeric'}
        placeholder={writeTime('09:00', i18n.locale)}
        disabled={disabled}
        className={`${inputClass()} ${styles.time}`}
        value={shown}
        onChange={(event) => type(event.target.value)}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          finish();
          onBlur?.(event);
        }}
        onKeyDown={onKeyDown}
      />
      <IconButton
        ref={button}
        size="sm"
        // For mouse and touch: by keyboard one types.
        tabIndex={-1}
        className={styles.button}
        label={t`Choose a time`}
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        <IconClock {...smallIcon} />
      </IconButton>
      {open && (
        <Popover anchor={field} align="start" onClose={() => setOpen(false)}>
          <TimeList
            label={t`Choose a time`}
            value={value}
            endsDay={endsDay}
            onChoose={(time) => {
              setOpen(false);
              setTyped(null);
              if (time !== value) onChange(time);
            }}
            onClose={() => setOpen(false)}
          />
        </Popover>
      )}
    </span>
  );
}

/** Selects the part that was stepped, once its new value is shown. */
function useSelectedPart(field: { readonly current: HTMLInputElement | null }, value: string) {
  const stepped = useRef<TimePart | null>(null);
  useLayoutEffect(() => {
    const [part, input] = [stepped.current, field.current];
    stepped.current = null;
    if (part === null || input === null || value === '') return;
    const place = timeParts(input.value).find((one) => one.part === part);
    if (place !== undefined) input.setSelectionRange(place.from, place.to);
  }, [field, value]);
  return stepped;
}

export type TimeFieldProps = FieldFrameProps & Pick<TimeInputProps, 'value' | 'onChange' | 'disabled'>;

/** A time of day with its label. */
export function TimeField({ value, onChange, disabled, ...frame }: TimeFieldProps) {
  return (
    <Field {...frame}>{(ties) => <TimeInput {...ties} value={value} onChange={onChange} disabled={disabled} />}</Field>
  );
}
