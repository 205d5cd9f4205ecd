import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconAt, IconLock } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { enterAction, useEnterChoice } from '../../../platform/enter-choice.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useAccount } from '../../sync/public.ts';
import composer from '../composer/composer.module.css';
import { TextCount } from '../composer/text-count.tsx';
import { useGrowing } from '../composer/use-growing.ts';
import { MentionList, useMentionList } from './mention-list.tsx';
import { bodyOf, insertMention, type MentionTarget, mentionsIn, textOf, withoutMention } from './mention-text.ts';
import styles from './note.module.css';
import { noteDraftKey } from './note-draft.ts';

/** The maximum length of a note with its marks, and the length from which the count is shown, UTF-16 units. */
const noteLimit = { most: 4_000, shownFrom: 3_500 } as const;

export type NoteFieldHandle = {
  focus: () => void;
  /** Appends a note's body to the field. */
  insert: (body: string) => void;
};

export type NoteFieldProps = {
  thread: Thread;
  /** Shown above the field: the other kinds of messages that can be written here. */
  tabs?: ReactNode;
  /** Marks the conversation as done, after the note. */
  onDone: () => void;
  ref?: Ref<NoteFieldHandle>;
};

/** The field for a note: an @ suggests mentions. Use the thread's id as key. */
export function NoteField({ thread, tabs, onDone, ref }: NoteFieldProps) {
  const { t } = useLingui();
  const account = useAccount();
  const enter = useEnterChoice((state) => state.choice);
  const field = useRef<HTMLTextAreaElement>(null);
  const draftKey = noteDraftKey(thread.id);
  const [begun] = useState(() => textOf(account.drafts.get(draftKey)?.text ?? ''));
  const [text, setText] = useState(begun.text);
  const [chosen, setChosen] = useState<readonly MentionTarget[]>(begun.chosen);
  const [failed, setFailed] = useState(false);
  const caret = useCaret(field);
  useGrowing(field, text);

  const show = (nextText: string, nextChosen: readonly MentionTarget[]) => {
    setText(nextText);
    setChosen(nextChosen);
  };
  const change = (nextText: string, nextChosen = chosen) => {
    show(nextText, nextChosen);
    void account.drafts.put(draftKey, bodyOf(nextText, nextChosen).body, null).catch(() => undefined);
  };
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    insert: (body) => {
      const added = textOf(body);
      change(text.trim() === '' ? added.text : `${text}\n${added.text}`, [...chosen, ...added.chosen]);
      field.current?.focus();
    },
  }));

  const names = useMentionList(thread.id, (named, from, to) => {
    const next = insertMention(text, from, to, named.name);
    change(next.text, chosen.some(({ id }) => id === named.id) ? chosen : [...chosen, named]);
    caret.moveTo(next.caret);
  });
  const mentioned = mentionsIn(text, chosen);
  const note = bodyOf(text.trim(), chosen);
  const blocked = note.body === '' || note.body.length > noteLimit.most;
  const save = async (done: boolean) => {
    if (blocked) return;
    setFailed(false);
    const draft = account.drafts.get(draftKey)?.text;
    names.close();
    show('', []);
    try {
      await account.outbox.addNote({ id: uuidv7(), thread_id: thread.id, ...note });
      // Text typed since then stays.
      const begunSince = account.drafts.get(draftKey)?.text !== draft;
      if (!begunSince) await account.drafts.put(draftKey, '', null).catch(() => undefined);
      if (done) onDone();
    } catch {
      setFailed(true);
      show(text, chosen);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || names.onKeyDown(event) || event.key !== 'Enter') return;
    const act = enterAction(enter, event);
    if (act === 'line') return;
    event.preventDefault();
    void save(act === 'send-done');
  };
  const look = ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement) =>
    names.look(value, selectionStart === selectionEnd ? selectionStart : null);
  const begin = () => {
    const at = field.current?.selectionStart ?? text.length;
    const gap = at === 0 || /\s$/.test(text.slice(0, at)) ? '' : ' ';
    const next = `${text.slice(0, at)}${gap}@${text.slice(at)}`;
    change(next);
    caret.moveTo(at + gap.length + 1);
    names.look(next, at + gap.length + 1);
  };

  return (
    <footer className={styles.composer}>
      <div className={composer.top}>
        {tabs}
        <span className={styles.who}>
          <IconLock {...smallIcon} />
          {t`Only your team sees this`}
        </span>
      </div>
      <MentionList names={names} />
      <textarea
        ref={field}
        className={styles.field}
        dir="auto"
        rows={1}
        value={text}
        placeholder={t`Note for your team; @ to mention someone`}
        aria-label={t`Note`}
        aria-invalid={note.body.length > noteLimit.most || undefined}
        {...names.fieldProps}
        onChange={(event) => {
          change(event.target.value);
          look(event.target);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={names.close}
      />
      {mentioned.length > 0 && (
        <p className={styles.mentioned}>
          {t`Notifies:`}
          {mentioned.map((named) => (
            <Chip
              key={named.id}
              onRemove={() =>
                change(
                  withoutMention(text, chosen, named),
                  chosen.filter((each) => each !== named),
                )
              }
              removeLabel={t`Don’t notify ${named.name}`}
            >
              <bdi>{named.name}</bdi>
            </Chip>
          ))}
        </p>
      )}
      <div className={composer.actions}>
        <span className={composer.tools}>
          <IconButton label={t`Mention someone`} onClick={begin}>
            <IconAt {...icon} />
          </IconButton>
        </span>
        <span className={styles.hint}>
          {failed ? (
            <span className={styles.over}>{t`Couldn’t save the note on this device. Try again.`}</span>
          ) : (
            <TextCount length={note.body.length} limit={noteLimit}>
              {enter === 'send'
                ? t`Enter to add · Shift+Enter for a new line`
                : t`Ctrl+Enter to add · Enter for a new line`}
            </TextCount>
          )}
        </span>
        <Button variant="filled" blocked={blocked} onClick={() => void save(false)}>
          {t`Add note`}
          <kbd className={composer.key}>{enter === 'send' ? '↵' : t`Ctrl ↵`}</kbd>
        </Button>
      </div>
    </footer>
  );
}

/** Sets the caret once the field has the new text. */
function useCaret(field: { current: HTMLTextAreaElement | null }) {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  });
  return {
    moveTo: (place: number) => {
      wanted.current = place;
    },
  };
}
