import { useLingui } from '@lingui/react/macro';
import { type Density, densities, useDensity } from '../../platform/density-choice.ts';
import { choosePreferences } from '../../platform/preferences.ts';
import { type ThemeChoice, themeChoices, useTheme } from '../../platform/theme-choice.ts';
import { Segments } from '../../ui/segments.tsx';
import styles from './theme-switch.module.css';

/** Light, dark, or the system's theme. */
export function ThemeSwitch() {
  const { t } = useLingui();
  const chosen = useTheme((state) => state.choice);
  const words: Record<ThemeChoice, string> = { light: t`Light`, dark: t`Dark`, auto: t`System` };
  return (
    <div className={styles.line}>
      <span className={styles.legend} aria-hidden="true">{t`Theme`}</span>
      <Segments
        label={t`Theme`}
        size="sm"
        segments={themeChoices.map((value) => ({ value, label: words[value] }))}
        value={chosen}
        onChange={(theme) => choosePreferences({ theme })}
      />
    </div>
  );
}

/** The density of rows. */
export function DensitySwitch() {
  const { t } = useLingui();
  const density = useDensity((state) => state.density);
  const words: Record<Density, string> = { comfortable: t`Comfortable`, compact: t`Compact` };
  return (
    <div className={styles.line}>
      <span className={styles.legend} aria-hidden="true">{t`Rows`}</span>
      <Segments
        label={t`Rows`}
        size="sm"
        segments={densities.map((value) => ({ value, label: words[value] }))}
        value={density}
        onChange={(next) => choosePreferences({ density: next })}
      />
    </div>
  );
}
