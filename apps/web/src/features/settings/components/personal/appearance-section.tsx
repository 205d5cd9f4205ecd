import { useLingui } from '@lingui/react/macro';
import type { Preferences } from '@parley/contract/types';
import { type Density, densities } from '../../../../platform/density-choice.ts';
import type { DirectionChoice } from '../../../../platform/direction-choice.ts';
import { type EnterChoice, enterChoices } from '../../../../platform/enter-choice.ts';
import { choosePreferences, usePreferences, usePreferencesWaiting } from '../../../../platform/preferences.ts';
import { type ThemeChoice, themeChoices } from '../../../../platform/theme-choice.ts';
import { type UndoChoice, undoChoices } from '../../../../platform/undo-send.ts';
import { SavedChoice } from '../saved/saved-choice.tsx';
import styles from './personal.module.css';
import { Section } from './section.tsx';

/** Appearance and the Enter key, for all devices of the user; applied at once. */
export function AppearanceSection() {
  const { t } = useLingui();
  const chosen = usePreferences();
  const waiting = usePreferencesWaiting();
  const themes: Record<ThemeChoice, string> = { light: t`Light`, dark: t`Dark`, auto: t`System` };
  const rows: Record<Density, string> = { comfortable: t`Comfortable`, compact: t`Compact` };
  const directions: Record<DirectionChoice, string> = {
    auto: t`Same as language`,
    ltr: t`Left to right`,
    rtl: t`Right to left`,
  };
  const undos: Record<UndoChoice, string> = { '0': t`Off`, '2': t`2 s`, '5': t`5 s` };
  const enters: Record<EnterChoice, string> = { send: t`Sends`, line: t`Starts a new line` };
  const save = async (change: Preferences) => choosePreferences(change);
  return (
    <Section
      id="appearance"
      title={t`Appearance and keys`}
      lead={t`On all your devices. Columns, widths and open panels stay as they are in each browser.`}
    >
      <div className={styles.stack}>
        <SavedChoice
          label={t`Theme`}
          name="theme"
          segments={themeChoices.map((value) => ({ value, label: themes[value] }))}
          saved={chosen.theme}
          save={(theme) => save({ theme })}
        />
        <SavedChoice
          label={t`Rows`}
          name="density"
          segments={densities.map((value) => ({ value, label: rows[value] }))}
          saved={chosen.density}
          save={(density) => save({ density })}
        />
        <SavedChoice
          label={t`Direction`}
          name="direction"
          segments={(['auto', 'ltr', 'rtl'] as const).map((value) => ({ value, label: directions[value] }))}
          saved={chosen.direction}
          save={(direction) => save({ direction })}
        />
        <SavedChoice
          label={t`Time to undo sending`}
          name="undo_send_seconds"
          segments={undoChoices.map((value) => ({ value, label: undos[value] }))}
          saved={`${chosen.undo_send_seconds}`}
          save={(seconds) => save({ undo_send_seconds: Number(seconds) as 0 | 2 | 5 })}
        />
        <SavedChoice
          label={t`Enter key`}
          name="enter"
          segments={enterChoices.map((value) => ({ value, label: enters[value] }))}
          saved={chosen.enter}
          save={(enter) => save({ enter })}
        />
        {waiting && <p role="status">{t`Stored in this browser. Your other devices get it when you are online.`}</p>}
      </div>
    </Section>
  );
}
