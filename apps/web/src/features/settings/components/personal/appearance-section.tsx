import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { chooseDensity, type Density, densities, useDensity } from '../../../../platform/density-choice.ts';
import { chooseDirection, type DirectionChoice, directionChoice } from '../../../../platform/direction-choice.ts';
import { chooseEnter, type EnterChoice, enterChoices, useEnterChoice } from '../../../../platform/enter-choice.ts';
import { directionOf } from '../../../../platform/i18n.ts';
import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '../../../../platform/theme-choice.ts';
import { chooseUndo, type UndoChoice, undoChoices, useUndoChoice } from '../../../../platform/undo-send.ts';
import { Segments } from '../../../../ui/segments.tsx';
import { Fact, Section } from './section.tsx';

/** Appearance settings and the Enter key on this device; applied at once. */
export function AppearanceSection() {
  const { t } = useLingui();
  const theme = useTheme((state) => state.choice);
  const density = useDensity((state) => state.density);
  const enter = useEnterChoice((state) => state.choice);
  const [direction, setDirection] = useState(directionChoice);
  const themes: Record<ThemeChoice, string> = { light: t`Light`, dark: t`Dark`, auto: t`System` };
  const rows: Record<Density, string> = { comfortable: t`Roomy`, compact: t`Compact` };
  const directions: Record<DirectionChoice, string> = {
    auto: t`As the language`,
    ltr: t`Left to right`,
    rtl: t`Right to left`,
  };
  const undo = useUndoChoice((state) => state.choice);
  const undos: Record<UndoChoice, string> = { '0': t`Off`, '2': t`2 s`, '5': t`5 s` };
  const enters: Record<EnterChoice, string> = { send: t`Sends`, line: t`Begins a line` };
  return (
    <Section id="appearance" title={t`Appearance and keys`} lead={t`For this browser only.`}>
      <Fact name={t`Theme`}>
        <Segments
          label={t`Theme`}
          segments={themeChoices.map((value) => ({ value, label: themes[value] }))}
          value={theme}
          onChange={chooseTheme}
        />
      </Fact>
      <Fact name={t`Rows`}>
        <Segments
          label={t`Rows`}
          segments={densities.map((value) => ({ value, label: rows[value] }))}
          value={density}
          onChange={chooseDensity}
        />
      </Fact>
      <Fact name={t`Direction`}>
        <Segments
          label={t`Direction`}
          segments={(['auto', 'ltr', 'rtl'] as const).map((value) => ({ value, label: directions[value] }))}
          value={direction}
          onChange={(choice) => {
            setDirection(choice);
            chooseDirection(choice, directionOf());
          }}
        />
      </Fact>
      <Fact name={t`Undo send`}>
        <Segments
          label={t`Time to undo sending`}
          segments={undoChoices.map((value) => ({ value, label: undos[value] }))}
          value={undo}
          onChange={chooseUndo}
        />
      </Fact>
      <Fact name={t`Enter`}>
        <Segments
          label={t`Enter while writing`}
          segments={enterChoices.map((value) => ({ value, label: enters[value] }))}
          value={enter}
          onChange={chooseEnter}
        />
      </Fact>
    </Section>
  );
}
