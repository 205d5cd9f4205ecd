import { useLingui } from '@lingui/react/macro';
import { foldText } from '@parley/contract/fold-text';
import type { CampaignAudience, Contact } from '@parley/contract/types';
import { IconList, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { matchesNameOrNumber } from '../../../platform/text-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { rankByName } from '../../../ui/commands/match.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { Field } from '../../../ui/field.tsx';
import { Hits } from '../../../ui/hits.tsx';
import { icon } from '../../../ui/icon.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { contactName, readableNumber } from '../../contacts/public.ts';
import { useAccount, useRows } from '../../sync/public.ts';
import { useRefusal } from '../../team/public.ts';
import { audienceOf } from '../data/as-broadcast.ts';
import type { Recipient } from '../data/draft.ts';
import { isNumberList, type ReadDigits, recipientOf, recipientOfContact, splitRecipients } from '../data/recipients.ts';
import type { ComposeTarget, RecipientStatus } from '../data/use-targets.ts';
import styles from './compose.module.css';

/** The maximum number of recipients; above it a broadcast is offered. */
export const maxRecipients = 20;
/** The number of suggestions while typing a name, the best of those asked for. */
const maxOffered = 6;
const maxAsked = 50;
/** Longer text is not a name. */
const maxSearched = 100;

export type RecipientFieldProps = {
  targets: readonly ComposeTarget[];
  /** Null until the phone library is loaded. */
  digitsOf: ReadDigits | null;
  error: string | null;
  /** Only matching contacts are suggested, and taken from lists. */
  ofSandbox: boolean;
  onChange: (recipients: Recipient[]) => void;
  /** Called when there are too many recipients, to create a broadcast. */
  onBroadcast: (audience: CampaignAudience) => void;
};

type Offer = { id: string; label: string; note: string; list: boolean; take: () => void };

/** The recipients: chips with their state, and a field for names, numbers, pasted numbers and lists. */
export function RecipientField({ targets, digitsOf, error, ofSandbox, onChange, onBroadcast }: RecipientFieldProps) {
  const { t } = useLingui();
  const listId = useId();
  const account = useAccount();
  const words = useServerErrorMessage();
  const takesNumbers = useRefusal('contacts.enter_numbers') === null;
  const lists = useRows('contact_lists');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  /** The recipients when there are too many. */
  const [beyond, setBeyond] = useState<CampaignAudience | null>(null);
  /** Null: the first suggestion, unless a number is typed, which Enter takes as it is. */
  const [chosen, setChosen] = useState<number | null>(null);
  const [shut, setShut] = useState(false);
  /** Entered before the phone library was loaded. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const wanted = useDebounced(typed.trim());
  // Several numbers are not a name to search for.
  const looking = wanted.length >= 2 && wanted.length <= maxSearched && splitRecipients(wanted).length === 1;
  const found = useQuery({
    queryKey: ['compose-search', wanted],
    enabled: looking,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await account.api('GET /api/contacts', { query: { search: wanted, limit: maxAsked } }, { signal })).data,
  });
  const recipients = targets.map(({ recipient }) => recipient);
  const keys = chipKeys(recipients);
  const clear = () => {
    setTyped('');
    setProblem(null);
    setBeyond(null);
    setChosen(null);
  };
  /** Adds recipients unless they are too many; then everything stays as typed. */
  const add = (more: Recipient[], listId?: string): boolean => {
    const all = [...recipients, ...more];
    if (all.length > maxRecipients) {
      setProblem(
        listId === undefined
          ? t`Compose takes up to ${maxRecipients} recipients; this would be ${all.length}. None were added, and your text is unchanged.`
          : t`Compose takes up to ${maxRecipients} recipients; this list has more. None were added.`,
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
      const chosenKeys = new Set(recipients.map(({ key }) => key));
      const { members, recipients: found } = await contactsOf(id, chosenKeys);
      if (members === 0) setProblem(t`The list “${name}” is empty.`);
      else if (found === null) {
        setProblem(
          ofSandbox ? t`The list “${name}” has no sandbox contacts.` : t`The list “${name}” has only sandbox contacts.`,
        );
      } else if (found.length === 0) clear();
      else add(found, id);
    } catch (failure) {
      setProblem(words(failure));
    }
    // Messages are shown under the field, where the suggestions would cover them.
    setShut(true);
  };
  /** Contacts of a list that the channel reaches, until they are too many; null: there are none. */
  const contactsOf = async (listId: string, existing: ReadonlySet<string>) => {
    let members = 0;
    let reached = 0;
    const chosen: Recipient[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = { contact_list_id: listId, limit: 200, ...(cursor !== undefined && { cursor }) };
      const { data, next_cursor: next } = await account.api('GET /api/contacts', { query });
      const own = data.filter((contact) => (contact.sandbox === true) === ofSandbox);
      members += data.length;
      reached += own.length;
      chosen.push(...own.map(recipientOfContact).filter(({ key }) => !existing.has(key)));
      if (next === null || chosen.length > maxRecipients) break;
      cursor = next;
    }
    return { members, recipients: reached === 0 ? null : chosen.slice(0, maxRecipients + 1) };
  };
  const addTyped = (text: string): boolean => {
    const parts = splitRecipients(text);
    if (parts.length === 0) return false;
    if (!takesNumbers) {
      setProblem(t`Phone numbers are hidden from you. Choose contacts by name.`);
      return false;
    }
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
  const small = foldText(typed.trim());
  const isAnswered = wanted === typed.trim() && !found.isPlaceholderData;
  const suggested = (found.data ?? []).filter((contact) => isAnswered || matchesNameOrNumber(contact, typed));
  const offers: Offer[] =
    !looking || small.length < 2 || shut
      ? []
      : [
          ...rankByName(suggested, contactName, small)
            .slice(0, maxOffered)
            .map((contact: Contact) => ({
              id: contact.id,
              label: contactName(contact),
              note: [
                contact.phone_number === null ? contact.phone_masked : readableNumber(contact.phone_number),
                contact.sandbox && t`Sandbox contact`,
              ]
                .filter(Boolean)
                .join(' · '),
              list: false,
              take: () => void add([recipientOfContact(contact)]),
            })),
          ...rankByName(
            lists.filter(({ name }) => foldText(name).includes(small)),
            ({ name }) => name,
            small,
          )
            .slice(0, maxOffered)
            .map(({ id, name }) => ({
              id,
              label: name,
              note: t`List`,
              list: true,
              take: () => void addList(id, name),
            })),
        ];
  const at = chosen ?? (isNumberList(typed) ? -1 : 0);
  const active = offers[at];
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && offers.length > 0) {
      event.preventDefault();
      setChosen(at === -1 && step === -1 ? offers.length - 1 : (at + step + offers.length) % offers.length);
    } else if (event.key === 'Escape' && offers.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      setShut(true);
    } else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === ',' || event.key === ';') {
      if (typed.trim() === '') return;
      event.preventDefault();
      if (event.key === 'Enter' && active !== undefined) active.take();
      else addTyped(typed);
    } else if (event.key === 'Backspace' && typed === '' && recipients.length > 0) {
      onChange(recipients.slice(0, -1));
    }
  };
  return (
    <>
      <Field
        label={t`To`}
        help={
          takesNumbers
            ? t`Names, numbers or lists. You can paste many numbers; up to ${maxRecipients} recipients.`
            : t`Names or lists; up to ${maxRecipients} recipients.`
        }
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
            {targets.map((target, index) => (
              <RecipientChip
                key={keys[index]}
                target={target}
                onRemove={() => {
                  onChange(recipients.filter((_, other) => other !== index));
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
                setChosen(null);
              }}
              onKeyDown={onKeyDown}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text');
                if (splitRecipients(text).length < 2 && !isNumberList(text)) return;
                event.preventDefault();
                // Text that could not be parsed stays in the field.
                if (!addTyped(text)) setTyped(splitRecipients(text).join(', '));
              }}
              onBlur={() => {
                if (typed.trim() !== '' && isNumberList(typed)) addTyped(typed);
                setShut(true);
              }}
            />
            <div
              id={listId}
              role="listbox"
              aria-label={t`Contacts and lists`}
              className={styles.offers}
              hidden={offers.length === 0}
            >
              {offers.map((offer, index) => (
                <button
                  key={offer.id}
                  id={`${listId}-${offer.id}`}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className={styles.offer}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={offer.take}
                >
                  {offer.list ? <IconList {...icon} /> : <IconUser {...icon} />}
                  <bdi className={styles.offerName}>
                    <Hits text={offer.label} typed={typed} />
                  </bdi>
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
  const words = useRecipientStatusLabels();
  const { name, status } = target;
  return (
    <span className={styles.chip} data-recipient={status}>
      <Chip look="quiet" onRemove={onRemove} removeLabel={t`Remove ${name}`}>
        <bdi>{name}</bdi>
        {status !== 'known' && <span className={styles.chipWord}>{words[status]}</span>}
      </Chip>
    </span>
  );
}

function useRecipientStatusLabels(): Record<RecipientStatus, string> {
  const { t } = useLingui();
  return {
    known: t`known`,
    new: t`new`,
    invalid: t`no number`,
    duplicate: t`twice`,
    looking: '…',
    unknown: t`not checked`,
    sandbox: t`sandbox contact`,
    real: t`not a sandbox contact`,
  };
}

/** A duplicate number is a chip of its own. */
function chipKeys(recipients: readonly Recipient[]): string[] {
  const seen = new Map<string, number>();
  return recipients.map(({ key }) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return `${key} ${times}`;
  });
}
