import { useId } from 'react';
import styles from './option-cards.module.css';

export type OptionCardsProps<V extends string> = {
  legend: string;
  options: readonly { value: V; title: string; about: string }[];
  value: V;
  onChange: (value: V) => void;
  error?: string | null | undefined;
};

/** A choice of one, each with a sentence about it. */
export function OptionCards<V extends string>({ legend, options, value, onChange, error }: OptionCardsProps<V>) {
  const id = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            aria-labelledby={`${id}-${option.value}-title`}
            aria-describedby={`${id}-${option.value}`}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong id={`${id}-${option.value}-title`}>{option.title}</strong>
            <small id={`${id}-${option.value}`}>{option.about}</small>
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
