import { useLingui } from '@lingui/react/macro';
import type { User, UserGroup } from '@parley/contract/types';
import { IconUsers } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { icon } from '../../../ui/icon.ts';
import { PersonCircle } from '../../../ui/person-circle.tsx';
import { useAccount, useRows } from '../../sync/public.ts';
import { choicesFor, type NameChoice } from './choices.ts';
import { beginsName, type Named, typedName } from './mention-text.ts';
import styles from './note.module.css';

/** Names shown at once; typing finds the others. */
const mostShown = 30;

/**
 * Whom a note may name, offered while a name is typed: arrows move, Enter and Tab choose, Escape leaves.
 * @param onChoose gets who, and the stretch of the text that gives way
 */
export function useNameList(threadId: string, onChoose: (named: Named, from: number, to: number) => void) {
  const id = useId();
  const everybody = useChoices(threadId);
  const [begun, setBegun] = useState<{ from: number; to: number; typed: string } | null>(null);
  // Escape ends it for this @.
  const [left, setLeft] = useState(-1);
  const [at, setAt] = useState(0);
  const choices = useMemo(
    () =>
      begun === null || begun.from === left
        ? []
        : everybody.filter(({ name }) => beginsName(name, begun.typed)).slice(0, mostShown),
    [everybody, begun, left],
  );
  const open = choices.length > 0;
  // Those who would read nothing stand last and are passed over.
  const reachable = choices.filter(({ sees }) => sees).length;
  const active = Math.min(at, reachable - 1);

  const close = () => setBegun(null);
  const choose = (choice: NameChoice) => {
    if (begun === null || !choice.sees) return;
    const { kind, id: whose, name } = choice;
    onChoose({ kind, id: whose, name }, begun.from, begun.to);
    close();
  };
  /** The text or the caret moved; null while a stretch is selected. */
  const look = (text: string, caret: number | null) => {
    const found = caret === null ? null : typedName(text, caret);
    if (found === null || caret === null) {
      setLeft(-1);
      setBegun(null);
    } else if (found.from !== begun?.from || caret !== begun.to || found.typed !== begun.typed) {
      setAt(0);
      setBegun({ ...found, to: caret });
    }
  };
  /** @returns whether the press was the list's */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open) return false;
    const choice = choices[active];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') setLeft(begun?.from ?? -1);
    else if (choice === undefined) return false;
    else if (step !== 0) setAt((active + step + reachable) % reachable);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(choice);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    id,
    choices,
    active,
    open,
    choose,
    close,
    look,
    onKeyDown,
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
    },
  };
}

/** Everybody a note may name, those first who see the conversation; without the server's word nobody is left out. */
function useChoices(threadId: string): readonly NameChoice[] {
  const account = useAccount();
  const users: readonly User[] = useRows('users');
  const groups: readonly UserGroup[] = useRows('user_groups');
  const [seers, setSeers] = useState<ReadonlyMap<string, boolean> | null>(null);
  useEffect(() => {
    let left = false;
    account.api('GET /api/threads/{id}/audience', { params: { id: threadId } }).then(
      ({ data }) => left || setSeers(new Map(data.map(({ user_id: id, sees }) => [id, sees]))),
      // Offline everybody is offered: what a note names is decided by the server.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [account, threadId]);
  return useMemo(() => choicesFor(users, groups, account.store.uid, seers), [users, groups, account, seers]);
}

export type NameListProps = {
  names: Pick<ReturnType<typeof useNameList>, 'id' | 'choices' | 'active' | 'open' | 'choose'>;
};

/** The list over the field. It never takes the focus. */
export function NameList({ names }: NameListProps) {
  const { t } = useLingui();
  const { choices, active, open } = names;
  const count = choices.length;
  return (
    <>
      <p className="visually-hidden" role="status">
        {open && (count === 1 ? t`1 name to choose from` : t`${count} names to choose from`)}
      </p>
      {open && (
        <div id={names.id} role="listbox" aria-label={t`Name somebody`} className={styles.list}>
          {choices.map((choice, index) => (
            <button
              key={choice.id}
              id={`${names.id}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              aria-disabled={!choice.sees || undefined}
              className={styles.option}
              ref={index === active ? showOption : undefined}
              // The field keeps the focus, and on a phone its keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => names.choose(choice)}
            >
              {choice.kind === 'group' ? (
                <IconUsers {...icon} />
              ) : (
                <PersonCircle name={choice.name} photo={choice.photo} />
              )}
              <bdi className={styles.label}>{choice.name}</bdi>
              <span className={styles.sub}>
                <Seeing choice={choice} />
              </span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/** Who of it would read the note, where not everybody would. */
function Seeing({ choice }: { choice: NameChoice }) {
  const { t } = useLingui();
  if (choice.kind === 'user') return choice.sees ? null : t`cannot see this`;
  const { reached, members } = choice;
  if (members === 0) return t`nobody is in it`;
  if (reached === members) return members === 1 ? t`1 person` : t`${members} people`;
  return t`${reached} of ${members} see this`;
}
