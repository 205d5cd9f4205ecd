import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactList } from '@parley/contract/types';
import { useId } from 'react';
import styles from './dialogs.module.css';
import { ListDot } from './list-dot.tsx';

type Color = NonNullable<ContactList['color']>;

const colorTitles = {
  grey: msg`Grey`,
  red: msg`Red`,
  orange: msg`Orange`,
  yellow: msg`Yellow`,
  green: msg`Green`,
  teal: msg`Teal`,
  blue: msg`Blue`,
  purple: msg`Purple`,
  pink: msg`Pink`,
} satisfies Record<Color, unknown>;

/** The colour a list's square has in the panel. */
export function ColorChoice({ value, onChange }: { value: ContactList['color']; onChange: (color: Color) => void }) {
  const { t, i18n } = useLingui();
  const name = useId();
  return (
    <fieldset className={styles.colors}>
      <legend>{t`Color`}</legend>
      <span>
        {(Object.keys(colorTitles) as Color[]).map((color) => (
          <label key={color} className={styles.color} data-tip={i18n._(colorTitles[color])}>
            <input
              type="radio"
              name={name}
              aria-label={i18n._(colorTitles[color])}
              checked={(value ?? 'grey') === color}
              onChange={() => onChange(color)}
            />
            <ListDot color={color} />
          </label>
        ))}
      </span>
    </fieldset>
  );
}
