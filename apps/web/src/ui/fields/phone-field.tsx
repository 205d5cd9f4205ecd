import { useLingui } from '@lingui/react/macro';
import { plainNumber } from '@parley/contract/phone-text';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Field, type FieldFrameProps, inputClass } from '../field.tsx';
import { smallIcon } from '../icon.ts';
import styles from './phone-field.module.css';
import { loadPhoneLibrary, type PhoneLibrary, phoneLibrary } from './phone-library.ts';

export type PhoneFieldProps = FieldFrameProps & {
  /** E.164 digits without plus of the number that is there already; a national one begins with 0. */
  initial?: string | null;
  /** Two letters, of the account: the country of numbers without a country code. */
  homeCountry: string;
  /** `digits` is null while the text is not a possible number. */
  onChange: (digits: string | null, typed: string) => void;
  /** The field lost the focus, and its text was parsed: the digits as in `onChange`. */
  onLeave?: (digits: string | null) => void;
  required?: boolean;
};

/**
 * A phone number in national format, with its country and, below, the format in which it will be saved. The phone
 * library loads with the first such field; until then the typed text stays unchanged.
 */
export function PhoneField({ initial, homeCountry, onChange, onLeave, required, ...frame }: PhoneFieldProps) {
  const { t } = useLingui();
  const known = useLibrary();
  const [chosen, setCountry] = useState<string | null>(null);
  const country = chosen ?? homeCountry;
  const isNational = initial?.startsWith('0') ?? false;
  const [typed, setTyped] = useState(initial && !isNational ? `+${initial}` : (initial ?? ''));
  const [left, setLeft] = useState(false);
  const caughtUp = useRef(false);
  // A national number is read as if it had been typed.
  const changed = useRef(isNational);

  useEffect(() => {
    if (known === null || caughtUp.current) return;
    caughtUp.current = true;
    if (changed.current) {
      // Typed before the library was loaded: reported now.
      const found = known.readNumber(typed, country);
      if (found.country !== null && plainNumber(typed).startsWith('+')) setCountry(found.country);
      onChange(found.digits, typed);
      if (left) onLeave?.(found.digits);
    } else if (initial) {
      // An existing number is shown in the national format of its country.
      const national = known.writeNational(initial, homeCountry);
      setTyped(national.typed);
      if (national.country !== null) setCountry(national.country);
    }
  }, [known, initial, homeCountry, typed, country, left, onChange, onLeave]);

  const read = known?.readNumber(typed, country) ?? null;
  const tell = (next: string, inCountry: string) => onChange(known?.readNumber(next, inCountry).digits ?? null, next);
  const change = (value: string, atEnd: boolean) => {
    const next = known !== null && atEnd && value.length > typed.length ? known.shapeNumber(value, country) : value;
    const found = known?.readNumber(next, country).country ?? null;
    changed.current = true;
    setTyped(next);
    setLeft(false);
    if (found !== null && plainNumber(next).startsWith('+')) setCountry(found);
    tell(next, found ?? country);
  };
  const wrong = left && known !== null && typed.trim() !== '' && read?.digits === null;
  const error =
    frame.error ??
    (wrong
      ? t`Not a valid number for ${countryName(country)}. Check the digits, or start with + and the country code.`
      : null);
  const help = read?.readable ? t`Saved as ${read.readable}` : frame.help;

  return (
    <Field {...frame} error={error} help={help}>
      {(ties) => (
        <span className={styles.frame}>
          <span className={styles.country} aria-hidden="true">
            {country}
            <IconChevronDown {...smallIcon} />
          </span>
          <CountryChoice
            known={known}
            country={country}
            onChoose={(picked) => {
              setCountry(picked);
              tell(typed, picked);
            }}
          />
          <input
            {...ties}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            dir="ltr"
            required={required}
            className={`${inputClass()} ${styles.number}`}
            value={typed}
            onBlur={() => {
              setLeft(true);
              if (known !== null) onLeave?.(read?.digits ?? null);
            }}
            onChange={({ target }) => change(target.value, target.selectionStart === target.value.length)}
          />
          {read?.digits && !error && (
            <span className={styles.fine}>
              <IconCheck {...smallIcon} />
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

function CountryChoice(props: { known: PhoneLibrary | null; country: string; onChoose: (country: string) => void }) {
  const { t } = useLingui();
  const { known, country, onChoose } = props;
  const choices = useMemo(() => {
    const codes = known?.callingCodes() ?? [{ country, code: '' }];
    const named = codes.map((one) => ({ ...one, name: countryName(one.country) }));
    return named.sort((a, b) => a.name.localeCompare(b.name));
  }, [known, country]);
  return (
    <select
      className={styles.choice}
      aria-label={t`Country of the number`}
      value={country}
      onChange={(event) => onChoose(event.target.value)}
    >
      {choices.map(({ country: value, code, name }) => (
        <option key={value} value={value}>
          {code === '' ? name : `${name} (+${code})`}
        </option>
      ))}
    </select>
  );
}

function countryName(country: string): string {
  return (
    new Intl.DisplayNames(document.documentElement.lang, { type: 'region', fallback: 'code' }).of(country) ?? country
  );
}

function useLibrary(): PhoneLibrary | null {
  const [known, setKnown] = useState(phoneLibrary);
  useEffect(() => {
    if (phoneLibrary() !== null) return;
    let here = true;
    void loadPhoneLibrary().then(
      (loaded) => {
        if (here) setKnown(loaded);
      },
      // Offline: the server checks the number anyway, and the next field tries again.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return known;
}
