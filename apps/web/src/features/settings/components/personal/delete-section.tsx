import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../../platform/errors.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorMessage } from '../../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { type CurrentUser, identity } from '../../../identity/public.ts';
import styles from './personal.module.css';
import { Section } from './section.tsx';

/** Deleting the user: what happens to their data, and what prevents it. */
export function DeleteSection({ currentUser }: { currentUser: CurrentUser }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <Section
      id="delete"
      title={t`Delete your user`}
      lead={t`Removes you from every account and deletes your name, address and sign-in methods. Your messages to customers stay with the businesses.`}
    >
      <p className={styles.buttons}>
        <Button danger onClick={() => setOpen(true)}>{t`Delete my account`}</Button>
      </p>
      {open && <DeleteDialog currentUser={currentUser} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function DeleteDialog({ currentUser, onClose }: { currentUser: CurrentUser; onClose: () => void }) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const navigate = useNavigate();
  const owned = currentUser.accounts.filter((account) => account.sole_owner);
  return (
    <ConfirmDialog
      title={t`Delete ${currentUser.user.displayName} permanently?`}
      confirm={t`Delete permanently`}
      keep={t`Cancel`}
      typed={{ word: currentUser.user.email, label: t`Type ${currentUser.user.email} to continue` }}
      onClose={onClose}
      problem={(error) => (error instanceof ApiError && error.code === 'last_owner' ? error.message : words(error))}
      onConfirm={async () => {
        await identity.deleteAccount();
        await identity.signOut();
        await navigate({ to: '/logout', search: { deleted: 1 }, replace: true });
      }}
    >
      <p>{t`This can’t be undone. Conversations assigned to you become unassigned.`}</p>
      {owned.length > 0 && (
        <div className={styles.owned}>
          <p>
            {t`You are the only Owner of these accounts. An account without other members closes with yours; one with members needs another Owner first.`}{' '}
            <Link to="/team">{t`Make someone Owner`}</Link>
          </p>
          <ul className={styles.list}>
            {owned.map(({ client_id: id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ConfirmDialog>
  );
}
