import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useState } from 'react';
import { useKeyChoices } from '../../platform/key-choices.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { chooseKeys, chooseSingleKeys, resetKeys } from '../../ui/commands/choose-keys.ts';
import { type ActiveCommand, commandGroups, useActiveCommands } from '../../ui/commands/commands.ts';
import { conflictingCommand, keysOf, liveKeysOf } from '../../ui/commands/key-choices.ts';
import { pressOf } from '../../ui/commands/keys.ts';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { Dialog } from '../../ui/layer/dialog.tsx';
import { closeOverlay } from '../shell/overlays.ts';
import { useGroupNames } from './group-names.ts';
import styles from './shortcut-sheet.module.css';

/** Milliseconds within which a second key counts as part of the same shortcut while choosing keys. */
const secondKeyMs = 900;

/** The shortcuts of this page; each can be changed or removed. */
export function ShortcutSheet() {
  const { t } = useLingui();
  const commands = useActiveCommands();
  const choices = useKeyChoices();
  const names = useGroupNames();
  const withKeys = commands.filter((command) => command.keys !== null || choices.keys[command.id] !== undefined);
  return (
    <Dialog
      size="lg"
      title={t`Keyboard shortcuts`}
      onClose={closeOverlay}
      footer={
        <>
          <Button onClick={resetKeys}>{t`Reset to defaults`}</Button>
          <Button variant="filled" onClick={closeOverlay}>
            {t({ message: 'Done', context: 'close' })}
          </Button>
        </>
      }
    >
      <div className={styles.switch}>
        <Switch checked={choices.singleKeys} onChange={chooseSingleKeys}>
          {t`Single-key shortcuts`}
        </Switch>
        <p className={styles.help}>
          {t`Turn them off if you use voice control or press keys by accident. Select a shortcut below to change it; Delete removes it.`}
        </p>
      </div>
      <div className={styles.groups}>
        {[commandGroups.filter((group) => group !== 'go'), ['go'] as const].map((column) => (
          <div key={column.join(' ')}>
            {column.map((group) => {
              const ofGroup = withKeys.filter((command) => command.group === group);
              if (ofGroup.length === 0) return null;
              return (
                <section key={group} className={styles.group} aria-label={names[group]}>
                  <h3>{names[group]}</h3>
                  {ofGroup.map((command) => (
                    <Line key={command.id} command={command} commands={commands} />
                  ))}
                </section>
              );
            })}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function Line({ command, commands }: { command: ActiveCommand; commands: readonly ActiveCommand[] }) {
  const { t, i18n } = useLingui();
  const choices = useKeyChoices();
  const [reading, setReading] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [first, setFirst] = useState<{ press: string; at: number } | null>(null);
  const keys = keysOf(command, choices);
  const title = i18n._(command.title);

  const choose = (next: string | null) => {
    const rival = next === null ? null : conflictingCommand(command.id, next, commands, choices);
    setRefused(rival ? i18n._(rival.title) : null);
    if (!rival) chooseKeys(command.id, next === command.keys ? undefined : next);
  };
  const onKey = (event: KeyboardEvent) => {
    if (!reading || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return setReading(false);
    if (event.key === 'Backspace' || event.key === 'Delete') {
      choose(null);
      return setReading(false);
    }
    const press = pressOf(event);
    if (press === null) return;
    const follows = first !== null && event.timeStamp - first.at < secondKeyMs;
    choose(follows ? `${first.press} ${press}` : press);
    setFirst(follows ? null : { press, at: event.timeStamp });
    if (follows) setReading(false);
  };
  return (
    <div>
      <div className={styles.line}>
        <span className={styles.label}>{title}</span>
        <button
          type="button"
          className={reading ? `${styles.keys} ${styles.reading}` : styles.keys}
          aria-pressed={reading}
          onClick={() => {
            setFirst(null);
            setRefused(null);
            setReading(!reading);
          }}
          onBlur={() => setReading(false)}
          onKeyDown={onKey}
        >
          <span className="visually-hidden">{t`Change the keys for ${title}`} </span>
          {reading && first === null ? (
            t`Press keys`
          ) : keys === null ? (
            t`none`
          ) : (
            <span className={liveKeysOf(command, choices) === null ? styles.off : undefined}>
              <KeyCaps keys={keys} />
            </span>
          )}
        </button>
      </div>
      {refused && <p role="alert" className={styles.rival}>{t`These keys are used by “${refused}”. Choose others.`}</p>}
    </div>
  );
}
