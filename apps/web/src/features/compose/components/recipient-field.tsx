import { useLingui } from '@lingui/react/macro';
import type { CampaignAudience, Contact } from '@parley/contract/types';
import { IconList, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Field } from '../../../ui/field.tsx';
import { icon } from '../../../ui/icon.ts';
import { useServerWords } from '../../../ui/request-words.ts';
import { contactName, readableNumber } from '../../contacts/public.ts';
import { useAccount, useRows } from '../../sync/public.ts';
import { audienceOf } from '../as-broadcast.ts';
import type { Recipient } from '../draft.ts';
import { looksLikeNumbers, type ReadDigits, recipientOf, recipientOfContact, splitRecipients } from '../recipients.ts';
import type { ComposeTarget, Standing } from '../use-targets.ts';
import styles from './compose.module.css';

/** Written to at once; more are a broadcast. */
export const mostRecipients = 20;
/** What is offered while a name is typed. */
const mostOffered = 6;
/** A longer text is no name. */
const mostSearched = 100;
/** Letters gather so long before they are looked for, milliseconds. */
const gatherMs = 200;

export type RecipientFieldProps = {
  targets: readonly ComposeTarget[];
  /** Null until what knows the world's numbers has come. */
  digitsOf: ReadDigits | null;
  error: string | null;
  onChange: (recipients: Recipient[]) => void;
  /** They are too many, and a broadcast is made of them. */
  onBroadcast: (audience: CampaignAudience) => void;
};

type Offer = { id: string; label: string; note: string; list: boolean; take: () => void };

/** To whom: chips that say what is known of each, and a field that takes names, numbers, many numbers and lists. */
export function RecipientField({ targets, digitsOf, error, onChange, onBroadcast }: RecipientFieldProps) {
  const { t } = useLingui();
  const listId = useId();
  const account = useAccount();
  const words = useServerWords();
  const lists = useRows('contact_lists');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  /** Who is meant, when they are too many. */
  const [beyond, setBeyond] = useState<CampaignAudience | null>(null);
  const [at, setAt] = useState(-1);
  const [shut, setShut] = useState(false);
  /** Entered before numbers could be read. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const wanted = useLater(typed.trim());
  // Several at once are no name to look for.
  const looking = wanted.length >= 2 && wanted.length <= mostSearched && splitRecipients(wanted).length === 1;
  const found = useQuery({
    queryKey: ['compose-search', wanted],
    enabled: looking,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await account.api('GET /api/contacts', { query: { search: wanted, limit: mostOffered } }, { signal })).data,
  });
  const recipients = targets.map(({ recipient }) => recipient);
  const keys = chipKeys(recipients);
  const clear = () => {
    setTyped('');
    setProblem(null);
    setBeyond(null);
    setAt(-1);
  };
  /** Takes people in unless they are too many; then everything stays as it was typed. */
  const add = (more: Recipient[], listId?: string): boolean => {
    const all = [...recipients, ...more];
    if (all.length > mostRecipients) {
      setProblem(
        t`Compose writes to at most ${mostRecipients} people at once; these would be ${all.length}. Nobody was added, and what you typed stays here.`,
      );
      setBeyond(listId === undefined ? audienceOf(all) : audienceOf(recipients, listId));
      return false;
    }
    onChange(all);
    clear();
    return true;
  };
  const addList = async (id: string, name: string) => {
    try {
      const query = { contact_list_id: id, limit: mostRecipients + 1 };
      const { data } = await account.api('GET /api/contacts', { query });
      const held = new Set(recipients.map(({ key }) => key));
      const people = data.map(recipientOfContact).filter(({ key }) => !held.has(key));
      if (data.length === 0) setProblem(t`Nobody is in the list “${name}”.`);
      else if (people.length === 0) clear();
      else add(people, id);
    } catch (failure) {
      setProblem(words(failure));
    }
  };
  const addTyped = (text: string): boolean => {
    const parts = splitRecipients(text);
    if (parts.length === 0) return false;
    if (digitsOf === null) {
      setWaiting(text);
      return false;
    }
    return add(parts.map((part) => recipientOf(part, digitsOf)));
  };
  useEffect(() => {
    if (waiting === null || digitsOf === null) return;
    setWaiting(null);
    addTyped(waiting);
  });
  const small = typed.trim().toLowerCase();
  const offers: Offer[] =
    !looking || small.length < 2 || shut
      ? []
      : [
          ...(found.data ?? []).map((contact: Contact) => ({
            id: contact.id,
            label: contactName(contact),
            note: contact.phone_number === null ? (contact.phone_masked ?? '') : readableNumber(contact.phone_number),
            list: false,
            take: () => void add([recipientOfContact(contact)]),
          })),
          ...lists
            .filter(({ name }) => name.toLowerCase().includes(small))
            .slice(0, mostOffered)
            .map(({ id, name }) => ({
              id,
              label: name,
              note: t`List`,
              list: true,
              take: () => void addList(id, name),
            })),
        ];
  const active = offers[at];
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && offers.length > 0) {
      event.preventDefault();
      setAt((at + step + offers.length) % offers.length);
    } else if (event.key === 'Escape' && offers.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      setShut(true);
    } else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === ',' || event.key === ';') {
      if (typed.trim() === '') return;
      event.preventDefault();
      if (event.key === 'Enter' && active !== undefined) active.take();
      else if (event.key === 'Enter' && !looksLikeNumbers(typed) && offers[0] !== undefined) offers[0].take();
      else addTyped(typed);
    } else if (event.key === 'Backspace' && typed === '' && recipients.length > 0) {
      onChange(recipients.slice(0, -1));
    }
  };
  return (
    <>
      <Field
        label={t`To`}
        help={t`Names, numbers or lists. Many numbers can be pasted at once; ${mostRecipients} people at most.`}
        error={problem ?? error}
      >
        {(ties) => (
          <div
            className={styles.to}
            onPointerDown={(event) => {
              if (event.target !== event.currentTarget) return;
              event.preventDefault();
              field.current?.focus();
            }}
          >
            {targets.map((target, place) => (
              <RecipientChip
                key={keys[place]}
                target={target}
                onRemove={() => {
                  onChange(recipients.filter((_, other) => other !== place));
                  field.current?.focus();
                }}
              />
            ))}
            <input
              {...ties}
              ref={field}
              className={styles.toInput}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={offers.length > 0}
              aria-controls={listId}
              aria-activedescendant={active === undefined ? undefined : `${listId}-${active.id}`}
              autoComplete="off"
              dir="auto"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setShut(false);
                setProblem(null);
                setBeyond(null);
                setAt(-1);
              }}
              onKeyDown={onKeyDown}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text');
                if (splitRecipients(text).length < 2 && !looksLikeNumbers(text)) return;
                event.preventDefault();
                // What could not be taken in stays to be looked at.
                if (!addTyped(text)) setTyped(splitRecipients(text).join(', '));
              }}
              onBlur={() => {
                if (typed.trim() !== '' && looksLikeNumbers(typed)) addTyped(typed);
                setShut(true);
              }}
            />
            <div
              id={listId}
              role="listbox"
              aria-label={t`People and lists`}
              className={styles.offers}
              hidden={offers.length === 0}
            >
              {offers.map((offer, place) => (
                <button
                  key={offer.id}
                  id={`${listId}-${offer.id}`}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === at}
                  className={styles.offer}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={offer.take}
                >
                  {offer.list ? <IconList {...icon} /> : <IconUser {...icon} />}
                  <bdi className={styles.offerName}>{offer.label}</bdi>
                  <bdi className={styles.quiet}>{offer.note}</bdi>
                </button>
              ))}
            </div>
          </div>
        )}
      </Field>
      {beyond !== null && (
        <p className={styles.beyond}>
          <Button size="sm" onClick={() => onBroadcast(beyond)}>{t`Make this a broadcast`}</Button>
        </p>
      )}
    </>
  );
}

function RecipientChip({ target, onRemove }: { target: ComposeTarget; onRemove: () => void }) {
  const { t } = useLingui();
  const words = useStandingWords();
  const { name, standing } = target;
  return (
    <span className={styles.chip} data-standing={standing}>
      <Chip look="quiet" onRemove={onRemove} removeLabel={t`Take ${name} out`}>
        <bdi>{name}</bdi>
        {standing !== 'known' && <span className={styles.chipWord}>{words[standing]}</span>}
      </Chip>
    </span>
  );
}

function useStandingWords(): Record<Standing, string> {
  const { t } = useLingui();
  return {
    known: t`known`,
    new: t`new`,
    invalid: t`no number`,
    duplicate: t`twice`,
    looking: '…',
    unknown: t`not looked up`,
  };
}

/** A number that stands here twice is two chips. */
function chipKeys(recipients: readonly Recipient[]): string[] {
  const seen = new Map<string, number>();
  return recipients.map(({ key }) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return `${key} ${times}`;
  });
}

/** A text once nobody has changed it for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), gatherMs);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
