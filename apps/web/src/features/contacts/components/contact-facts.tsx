import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { listText } from '../../../platform/formats.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { Popover } from '../../../ui/layer/popover.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useRows } from '../../sync/public.ts';
import { useRefusal } from '../../team/public.ts';
import { useFields, useFieldsQuery } from '../data/contacts-data.ts';
import { readableNumber } from '../data/readable-number.ts';
import { useContactCalls } from '../data/use-contact-calls.ts';
import { useContactEdits } from '../data/use-contact-edits.ts';
import styles from './contact-facts.module.css';
import { FactField } from './fact-field.tsx';
import { FactRow } from './fact-row.tsx';
import { ListFinder } from './form/lists-field.tsx';
import { NameFact } from './name-fact.tsx';
import { WaitingFact } from './waiting-fact.tsx';

export type ContactFactsProps = { contact: Contact };

/** The facts about a contact beside a conversation, as lines to read; each is edited in place and saved on its own. */
export function ContactFacts({ contact }: ContactFactsProps) {
  return (
    <QueryScope>
      <Facts contact={contact} />
    </QueryScope>
  );
}

function Facts({ contact }: ContactFactsProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const calls = useContactCalls();
  const fields = useFields();
  const { data: read, fetchStatus } = useFieldsQuery();
  const unread = read === undefined && fetchStatus === 'paused';
  const edits = useRefusal('contacts.edit') === null;
  const { entryOf, save, takeMine, discard } = useContactEdits(contact.id);
  const waiting = entryOf('lists');
  const known = waiting?.body.part === 'lists' ? waiting.body.value : contact.contact_list_ids;
  // Shown optimistically until the row comes back.
  const [lists, setLists] = useState(known);
  useEffect(() => setLists(known), [known]);
  const failed = (error: unknown) => toast({ message: words(error) });
  const { id } = contact;
  const changeLists = async (next: string[]) => {
    setLists(next);
    const saved = await save(
      { part: 'lists', value: next, before: contact.contact_list_ids },
      async (tell) => (await calls.resetLists(id, next, tell)) !== undefined,
      failed,
    );
    if (saved === 'failed') setLists(known);
    if (saved === 'saved') void calls.lists(true);
  };
  const [open, setOpen] = useState<'lists' | 'optIn' | null>(null);
  const anchor = useRef<HTMLButtonElement | null>(null);
  const rows = useRows('contact_lists');
  const dayText = useDateLabels();
  const optEntry = entryOf('opt_in');
  const optedIn = optEntry === undefined ? contact.opted_in_at : String(optEntry.body.value) || null;
  const changeOptIn = (on: boolean) => {
    const value = on ? new Date().toISOString() : '';
    void save(
      { part: 'opt_in', value, before: contact.opted_in_at ?? '' },
      async (tell) => {
        const change = on ? { opted_in_at: value } : { opted_in_at: null, opt_in_source: null };
        return (await calls.update(id, change, tell))[0] === 1;
      },
      failed,
    );
  };
  const names = lists.map((list) => rows.find((one) => one.id === list)?.name ?? '-');
  return (
    <div className={styles.facts}>
      <dl className={styles.rows}>
        <NameFact contact={contact} edits={edits} />
        {contact.other_numbers !== undefined && (
          <FactRow
            name={t`Also on WhatsApp`}
            edits={false}
            value={<bdi>{listText(contact.other_numbers.map((digits) => readableNumber(digits)))}</bdi>}
            onEdit={() => undefined}
            editor={null}
          />
        )}
        <FactRow
          name={t`Marketing`}
          edits={edits}
          value={
            <OptIn
              contact={optEntry === undefined ? contact : { ...contact, opted_in_at: optedIn, opt_in_source: null }}
            />
          }
          note={
            optEntry && (
              <WaitingFact
                name={t`Marketing`}
                entry={optEntry}
                read={(at) => (at === '' ? t`Not opted in` : t`Opted in, ${dayText.date(at)}`)}
                onUseMine={() => takeMine(optEntry)}
                onDiscard={() => discard(optEntry)}
              />
            )
          }
          onEdit={() => setOpen('optIn')}
          onKey={() => setOpen(null)}
          onLeave={() => setOpen(null)}
          editor={
            open === 'optIn' ? (
              <Switch checked={optedIn !== null} onChange={changeOptIn}>{t`Opted in to marketing`}</Switch>
            ) : null
          }
        />
        <FactRow
          name={t`Lists`}
          edits={edits}
          value={names.length === 0 ? <span className={styles.none}>{t`In no list`}</span> : <Names names={names} />}
          note={
            waiting && (
              <WaitingFact
                name={t`Lists`}
                entry={waiting}
                onUseMine={() => takeMine(waiting)}
                onDiscard={() => discard(waiting)}
              />
            )
          }
          onEdit={(button) => {
            anchor.current = button;
            setOpen('lists');
          }}
          editor={null}
        />
        {fields.map((field) => (
          <FactField key={field.name} contact={contact} field={field} edits={edits} />
        ))}
      </dl>
      {unread && <p className={styles.none}>{t`Fields load when you’re back online.`}</p>}
      {open === 'lists' && (
        <Popover anchor={anchor} align="end" onClose={() => setOpen(null)} className={styles.popover}>
          <ListFinder value={lists} onChange={(next) => void changeLists(next)} />
        </Popover>
      )}
      <span>
        <Link to="/contacts/$id/edit" params={{ id }} className={buttonClass({ size: 'sm' })}>{t`Open contact`}</Link>
      </span>
    </div>
  );
}

/** At most three names are read at a glance. */
const namesShown = 3;

function Names({ names }: { names: readonly string[] }) {
  const { t } = useLingui();
  const more = names.length - namesShown;
  return (
    <>
      <bdi>{listText(names.slice(0, namesShown))}</bdi>
      {more > 0 && <span className={styles.none}> {t`+ ${more} lists`}</span>}
    </>
  );
}

function OptIn({ contact }: ContactFactsProps) {
  const { t } = useLingui();
  const dayText = useDateLabels();
  const { opted_in_at: optedIn, opted_out_at: optedOut, opt_in_source: source } = contact;
  if (optedOut !== null) return <span className={styles.out}>{t`Opted out, ${dayText.date(optedOut)}`}</span>;
  if (optedIn === null) return <span className={styles.none}>{t`Not opted in`}</span>;
  return (
    <span className={styles.in}>
      <IconCircleCheck {...smallIcon} aria-hidden="true" />
      {t`Opted in, ${dayText.date(optedIn)}`}
      {source !== null && (
        <>
          , <bdi>{source}</bdi>
        </>
      )}
    </span>
  );
}
