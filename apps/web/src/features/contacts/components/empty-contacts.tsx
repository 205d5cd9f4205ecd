import { useLingui } from '@lingui/react/macro';
import { IconPlugConnected, IconPlus, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { icon } from '../../../ui/icon.ts';
import type { ContactsView } from '../data/table-query.ts';
import styles from './empty-contacts.module.css';

/** The empty states: three ways to add the first contacts, and what belongs into an empty view. */
export function NoContacts({ view, adds, onAdd }: { view: ContactsView; adds: boolean; onAdd: () => void }) {
  const { t } = useLingui();
  if (view.kind === 'list') {
    return (
      <EmptyState
        title={t`This list is empty`}
        actions={
          <>
            <Link
              to="/contacts"
              search={{}}
              className={buttonClass({ variant: 'filled' })}
            >{t`Choose from all contacts`}</Link>
            {adds && (
              <Link
                to="/contacts/add"
                search={{ list: view.listId }}
                className={buttonClass()}
              >{t`Add a new contact`}</Link>
            )}
          </>
        }
      >
        <p>{t`Select contacts in the table and choose Lists, or import a file into this list.`}</p>
      </EmptyState>
    );
  }
  if (view.kind !== 'all') {
    const words: Partial<Record<ContactsView['kind'], string>> = {
      none: t`Every contact is in a list`,
      out: t`No opted-out contacts`,
      recent: t`No contacts added in the last 7 days`,
      segment: t`No contacts match this segment`,
    };
    return (
      <EmptyState title={words[view.kind] ?? t`No contacts yet`}>
        <p>{t`Contacts appear here when they match.`}</p>
      </EmptyState>
    );
  }
  return (
    <div className={styles.cards}>
      {adds && <OwnContacts onAdd={onAdd} />}
      <section className={styles.card}>
        <IconPlugConnected {...icon} />
        <h2>{t`Allow messages`}</h2>
        <p>{t`Connect a number: everyone who writes to you becomes a contact.`}</p>
        <Link to="/channels/add" className={buttonClass()}>{t`Connect a number`}</Link>
      </section>
    </div>
  );
}

function OwnContacts({ onAdd }: { onAdd: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <section className={styles.card}>
        <IconUpload {...icon} />
        <h2>{t`Import contacts`}</h2>
        <p>{t`Upload a spreadsheet, a CSV file or an address book. Every row is checked before anything is saved.`}</p>
        <Link to="/contacts/import" className={buttonClass({ variant: 'filled' })}>{t`Import contacts`}</Link>
      </section>
      <section className={styles.card}>
        <IconPlus {...icon} />
        <h2>{t`Add one`}</h2>
        <p>{t`A number is enough; name, lists and fields can follow.`}</p>
        <Button onClick={onAdd}>{t`Add a contact`}</Button>
      </section>
    </>
  );
}

export function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No results`}
      actions={<Button variant="filled" onClick={onClear}>{t`Clear search and filters`}</Button>}
    >
      <p>{t`No contacts match this search and these filters.`}</p>
    </EmptyState>
  );
}
