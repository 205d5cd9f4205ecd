import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { Field, type FieldFrameProps, inputClass } from './field.tsx';
import { smallIcon } from './icon.ts';
import styles from './select.module.css';

export type SelectProps = ComponentProps<'select'> & {
  /** Of less weight than its neighbours: nothing is chosen. */
  quiet?: boolean;
};

/**
 * One of a few choices; for lists too long to look through there is `SelectField`, which is searched by typing. It is
 * the browser's own control in our looks: keys, letters and screen readers work as people know them, a phone shows its
 * own wheel or sheet, and the list is never cut off by a pane. Where the browser lets a page style the list
 * (`appearance: base-select`), it looks like our menus.
 */
export function Select({ quiet, className, onKeyDown, ...select }: SelectProps) {
  return (
    <span className={className ? `${styles.frame} ${className}` : styles.frame}>
      <select
        {...select}
        className={`${inputClass()} ${styles.select}`}
        data-quiet={quiet || undefined}
        onKeyDown={(event) => {
          keepEscape(event);
          onKeyDown?.(event);
        }}
      />
      <IconChevronDown {...smallIcon} aria-hidden="true" className={styles.arrow} />
    </span>
  );
}

/** Escape closes the open list, and no panel around it. */
function keepEscape(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Escape' || !CSS.supports('selector(:open)')) return;
  if (event.currentTarget.matches(':open')) event.stopPropagation();
}

export type ChoiceFieldProps<T extends string> = FieldFrameProps & {
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
};

/** A `Select` with its label. */
export function ChoiceField<T extends string>({ choices, value, onChange, disabled, ...frame }: ChoiceFieldProps<T>) {
  return (
    <Field {...frame}>
      {(ties) => (
        <Select
          {...ties}
          disabled={disabled}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
