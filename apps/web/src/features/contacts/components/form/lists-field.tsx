import { useLingui } from '@lingui/react/macro';
import { nameKey } from '@parley/contract/names';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Chip, ChipButton } from '../../../../ui/chip.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { inputClass } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { Popover } from '../../../../ui/layer/popover.tsx';
import { useAccount, useRows } from '../../../sync/public.ts';
import { focusFirst } from '../focus-first.ts';
import { ListDot, ListName } from '../list-dot.tsx';
import styles from './contact-fields.module.css';

type ListsFieldProps = { value: readonly string[]; error: string | null; onChange: (ids: string[]) => void };

/** The lists of a contact, as chips; others are found by typing, and a missing one can be created here. */
export function ListsField({ value, error, onChange }: ListsFieldProps) {
  const { t } = useLingui();
  const lists = useRows('contact_lists');
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className={styles.lists}>
      <legend>{t`Lists`}</legend>
      <span className={styles.chips}>
        {value.map((id) => {
          const list = lists.find((one) => one.id === id);
          const name = list?.name ?? '-';
          return (
            <Chip
              key={id}
              look="quiet"
              removeLabel={t`Remove from ${name}`}
              onRemove={() => onChange(value.filter((one) => one !== id))}
            >
              <span className={styles.chipText}>
                <ListDot color={list?.color ?? null} />
                <bdi>{name}</bdi>
              </span>
            </Chip>
          );
        })}
        <ChipButton ref={anchor} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
          <IconPlus {...smallIcon} />
          {t`Add to list`}
        </ChipButton>
      </span>
      {error && <p className={styles.error}>{error}</p>}
      {open && (
        <Popover anchor={anchor} onClose={() => setOpen(false)} className={styles.popover}>
          <ListFinder value={value} onChange={onChange} />
        </Popover>
      )}
    </fieldset>
  );
}

type ListFinderProps = Pick<ListsFieldProps, 'value' | 'onChange'>;

/** Finds, chooses and creates lists; for a popover. */
export function ListFinder({ value, onChange }: ListFinderProps) {
  // Keeps what is selected and typed while a list is being created.
  const chosen = useRef(value);
  chosen.current = value;
  const { t } = useLingui();
  const account = useAccount();
  const words = useServerErrorMessage();
  const lists = useRows('contact_lists');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const wanted = typed.trim().toLowerCase();
  const found = lists.filter(({ name }) => name.toLowerCase().includes(wanted));
  const exists = lists.some(({ name }) => nameKey(name) === nameKey(wanted));
  const make = async () => {
    if (busy || wanted === '') return;
    setBusy(true);
    setProblem(null);
    try {
      const made = await account.api('POST /api/contact-lists', { body: { id: uuidv7(), name: typed.trim() } });
      account.store.putRows('contact_lists', [made]);
      onChange([...chosen.current, made.id]);
      setTyped((now) => (now === typed ? '' : now));
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <input
        className={inputClass()}
        aria-label={t`Find or create a list`}
        placeholder={t`Find or create a list`}
        value={typed}
        ref={focusFirst}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [only] = found;
          if (found.length === 1 && only !== undefined && !value.includes(only.id)) onChange([...value, only.id]);
          else if (!exists) void make();
        }}
      />
      <div className={styles.options}>
        {found.map((list) => (
          <Checkbox
            key={list.id}
            checked={value.includes(list.id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, list.id] : value.filter((id) => id !== list.id))
            }
          >
            <ListName list={list} />
          </Checkbox>
        ))}
        {found.length === 0 && wanted === '' && <p className={styles.none}>{t`No lists yet.`}</p>}
      </div>
      {wanted !== '' && !exists && (
        <Button size="sm" busy={busy} onClick={() => void make()}>
          <IconPlus {...smallIcon} />
          {t`Create list “${typed.trim()}”`}
        </Button>
      )}
      {problem && <p className={styles.error}>{problem}</p>}
    </>
  );
}
