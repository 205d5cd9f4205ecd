import { useLingui } from '@lingui/react/macro';
import type { User, UserGroup } from '@parley/contract/types';
import { IconUsers } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { icon } from '../../../ui/icon.ts';
import { MemberAvatar } from '../../../ui/member-avatar.tsx';
import { useAccount, useRows } from '../../sync/public.ts';
import { type MentionCandidate, mentionCandidates } from './mention-candidates.ts';
import { beginsName, type MentionTarget, typedMention } from './mention-text.ts';
import styles from './note.module.css';

/** The number of names shown; typing filters them. */
const mostShown = 30;

/**
 * Suggests mentions while a name is typed: arrows move, Enter and Tab choose, Escape closes.
 * @param onChoose called with the mention and the range of the text to replace
 */
export function useMentionList(threadId: string, onChoose: (named: MentionTarget, from: number, to: number) => void) {
  const id = useId();
  const everybody = useChoices(threadId);
  const [begun, setBegun] = useState<{ from: number; to: number; typed: string } | null>(null);
  // Escape closes it for this @.
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
  // Candidates who cannot read the note are last and are skipped.
  const reachable = choices.filter(({ canView }) => canView).length;
  const active = Math.min(at, reachable - 1);

  const close = () => setBegun(null);
  const choose = (choice: MentionCandidate) => {
    if (begun === null || !choice.canView) return;
    const { kind, id: whose, name } = choice;
    onChoose({ kind, id: whose, name }, begun.from, begun.to);
    close();
  };
  /** Text or caret changed; null while a range is selected. */
  const look = (text: string, caret: number | null) => {
    const found = caret === null ? null : typedMention(text, caret);
    if (found === null || caret === null) {
      setLeft(-1);
      setBegun(null);
    } else if (found.from !== begun?.from || caret !== begun.to || found.typed !== begun.typed) {
      setAt(0);
      setBegun({ ...found, to: caret });
    }
  };
  /** @returns whether the key was handled */
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

/** All candidates, those who see the conversation first; while that is unknown, all are treated as seeing it. */
function useChoices(threadId: string): readonly MentionCandidate[] {
  const account = useAccount();
  const users: readonly User[] = useRows('users');
  const groups: readonly UserGroup[] = useRows('user_groups');
  const [viewers, setViewers] = useState<ReadonlyMap<string, boolean> | null>(null);
  useEffect(() => {
    let left = false;
    account.api('GET /api/threads/{id}/audience', { params: { id: threadId } }).then(
      ({ data }) => left || setViewers(new Map(data.map(({ user_id: id, sees }) => [id, sees]))),
      // Offline all members are offered: the server decides who is mentioned.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [account, threadId]);
  return useMemo(() => mentionCandidates(users, groups, account.store.uid, viewers), [users, groups, account, viewers]);
}

export type MentionListProps = {
  names: Pick<ReturnType<typeof useMentionList>, 'id' | 'choices' | 'active' | 'open' | 'choose'>;
};

/** The list above the field. It never takes the focus. */
export function MentionList({ names }: MentionListProps) {
  const { t } = useLingui();
  const { choices, active, open } = names;
  const count = choices.length;
  return (
    <>
      <p className="visually-hidden" role="status">
        {open && (count === 1 ? t`1 suggestion` : t`${count} suggestions`)}
      </p>
      {open && (
        <div id={names.id} role="listbox" aria-label={t`Mention someone`} className={styles.list}>
          {choices.map((choice, index) => (
            <button
              key={choice.id}
              id={`${names.id}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              aria-disabled={!choice.canView || undefined}
              className={styles.option}
              ref={index === active ? showOption : undefined}
              // Keeps the focus in the field, and on a phone its keyboard open.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => names.choose(choice)}
            >
              {choice.kind === 'group' ? (
                <IconUsers {...icon} />
              ) : (
                <MemberAvatar name={choice.name} photo={choice.photo} />
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

/** The number of a group's members who would read the note, if not all. */
function Seeing({ choice }: { choice: MentionCandidate }) {
  const { t } = useLingui();
  if (choice.kind === 'user') return choice.canView ? null : t`can’t see this`;
  const { viewerCount, members } = choice;
  if (members === 0) return t`no members`;
  if (viewerCount === members) return members === 1 ? t`1 member` : t`${members} members`;
  return t`${viewerCount} of ${members} see this`;
}
