import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useKeyChoices } from '../../platform/key-choices.ts';
import { type ActiveCommand, commandGroups, useActiveCommands } from '../../ui/commands/commands.ts';
import { askEverywhere, type Found, findEverywhere } from '../../ui/commands/finders.ts';
import { liveKeysOf } from '../../ui/commands/key-choices.ts';
import type { Keys } from '../../ui/commands/keys.ts';
import { commandScore } from '../../ui/commands/match.ts';
import { Hits } from '../../ui/hits.tsx';
import { icon } from '../../ui/icon.ts';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { useModal } from '../../ui/layer/use-modal.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { closeOverlay } from '../shell/overlays.ts';
import { useGroupNames } from './group-names.ts';
import styles from './palette.module.css';

type Entry = {
  id: string;
  label: string;
  text?: ReactNode;
  note?: ReactNode;
  picture: ReactNode;
  keys?: Keys | null;
  run: () => void;
};

type Part = { id: string; title: string; entries: Entry[] };

/** The command palette: finds commands, with their keys, and other results by typing. */
export function Palette() {
  const { t } = useLingui();
  const { props } = useModal({ onClose: closeOverlay });
  const [typed, setTyped] = useState('');
  // The list may lag behind fast typing; Enter never does.
  const listed = useDeferredValue(typed);
  const parts = useParts(listed);
  const entered = useRef(false);
  const entries = parts.flatMap((part) => part.entries);
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  );
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = entries[at];

  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${listId}-${at}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, at]);

  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    closeOverlay();
    // Runs after the palette has restored the focus, so that a command can move it.
    requestAnimationFrame(entry.run);
  };
  useEffect(() => {
    if (!entered.current || listed !== typed) return;
    entered.current = false;
    run(current);
  });
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen(entries[(at + step + entries.length) % entries.length]?.id ?? null);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (listed === typed) run(current);
      else entered.current = true;
    }
  };
  return (
    <dialog {...props} className={styles.palette} aria-label={t`Search and commands`}>
      <div className={styles.content}>
        <div className={styles.find}>
          <IconSearch {...icon} />
          <input
            type="text"
            data-focus
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={current ? `${listId}-${at}` : undefined}
            aria-label={t`What do you want to do?`}
            placeholder={t`Type a command, a page or a name`}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              entered.current = false;
              setTyped(event.target.value);
              setChosen(null);
            }}
            onKeyDown={onKey}
          />
          <KeyCaps keys="escape" />
        </div>
        <div ref={list} id={listId} role="listbox" aria-label={t`Results`} className={styles.list}>
          {parts.map((part) => (
            <fieldset key={part.id} aria-label={part.title}>
              <div className={styles.heading} aria-hidden="true">
                {part.title}
              </div>
              {part.entries.map((entry) => (
                <EntryLine
                  key={entry.id}
                  id={`${listId}-${entries.indexOf(entry)}`}
                  entry={entry}
                  typed={listed}
                  chosen={entry === current}
                  onChoose={() => setChosen(entry.id)}
                  onRun={() => run(entry)}
                />
              ))}
            </fieldset>
          ))}
          {entries.length === 0 && <p className={styles.none}>{t`No results`}</p>}
        </div>
      </div>
    </dialog>
  );
}

function EntryLine(props: {
  id: string;
  entry: Entry;
  typed: string;
  chosen: boolean;
  onChoose: () => void;
  onRun: () => void;
}) {
  const { entry } = props;
  return (
    // The field above keeps the focus and the keys; this only handles clicks.
    <button
      type="button"
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.chosen}
      className={styles.entry}
      onPointerMove={props.onChoose}
      onClick={props.onRun}
    >
      {entry.picture}
      <span className={styles.words}>
        <bdi className={styles.label}>
          <Hits text={entry.label} typed={props.typed} />
        </bdi>
        {entry.text && (
          <span className={styles.text} dir="auto">
            {entry.text}
          </span>
        )}
      </span>
      {entry.note && <span className={styles.note}>{entry.note}</span>}
      {entry.keys && <KeyCaps keys={entry.keys} />}
    </button>
  );
}

/** People, matching commands by group, then settings and messages. */
function useParts(typed: string): Part[] {
  const { i18n } = useLingui();
  const commands = useActiveCommands();
  const choices = useKeyChoices();
  const names = useGroupNames();
  const answers = useAnswers(typed);
  return useMemo(() => {
    const score = ({ title, also }: ActiveCommand) => commandScore(i18n._(title), also ? i18n._(also) : '', typed);
    const fitting = commands
      .filter((command) => !command.keysOnly && (typed.trim() === '' || score(command) > 0))
      .toSorted((a, b) => score(b) - score(a));
    const commandParts = commandGroups.map((group) => ({
      id: group,
      title: names[group],
      entries: fitting
        .filter((command) => command.group === group)
        .map((command): Entry => {
          const Picture = command.icon;
          return {
            id: command.id,
            label: i18n._(command.title),
            picture: Picture ? <Picture {...icon} /> : <span className={styles.blank} />,
            keys: liveKeysOf(command, choices),
            run: command.run,
          };
        }),
    }));
    const foundParts = findEverywhere(typed).map(({ id, title, below, found }) => ({
      id,
      title,
      below,
      entries: (answers.get(id) ?? found).map(
        (hit): Entry => ({
          id: hit.id,
          label: hit.title,
          text: hit.text,
          note: hit.note,
          picture: hit.picture ?? <span className={styles.blank} />,
          run: hit.open,
        }),
      ),
    }));
    const above = foundParts.filter(({ below }) => !below);
    const under = foundParts.filter(({ below }) => below);
    return [...above, ...commandParts, ...under].filter(({ entries }) => entries.length > 0);
  }, [commands, choices, names, answers, typed, i18n]);
}

const noAnswers: ReadonlyMap<string, readonly Found[]> = new Map();

/** The server's results for exactly the typed text, by kind. */
function useAnswers(typed: string): ReadonlyMap<string, readonly Found[]> {
  const text = typed.trim();
  const wanted = useDebounced(text);
  const [answers, setAnswers] = useState({ typed: '', found: noAnswers });
  useEffect(() => {
    if (wanted === '') return;
    const asking = new AbortController();
    askEverywhere(wanted, asking.signal, (id, found) =>
      setAnswers((before) => ({
        typed: wanted,
        found: new Map([...(before.typed === wanted ? before.found : []), [id, found]]),
      })),
    );
    return () => asking.abort();
  }, [wanted]);
  return answers.typed === text ? answers.found : noAnswers;
}
