import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import styles from './import.module.css';
import runStyles from './run-step.module.css';

const most = 50;

async function listSkipped(id: string, signal: AbortSignal): Promise<Contact[]> {
  const { data } = await api(
    'GET /api/imports/{id}/undo-skipped',
    { params: { id }, query: { limit: most } },
    { signal },
  );
  const found = await Promise.all(
    data.map(({ id: contact }) =>
      api('GET /api/contacts/{id}', { params: { id: contact } }, { signal }).catch((error: unknown) => {
        // Deleted since the import.
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    ),
  );
  return found.filter((contact) => contact !== null);
}

/** Contacts that the undo skipped because they changed after the import. */
export function SkippedContacts({ id, count }: { id: string; count: number }) {
  const { t } = useLingui();
  const { data: contacts = [] } = useQuery({
    queryKey: ['import-kept', id, count],
    queryFn: ({ signal }) => listSkipped(id, signal),
  });
  return (
    <section aria-label={t`Edited since, skipped`} className={runStyles.kept}>
      <h2>{t`Edited since the import, skipped`}</h2>
      <ul>
        {contacts.map((contact) => (
          <li key={contact.id}>
            <Link to="/contacts/$id/edit" params={{ id: contact.id }}>
              <bdi>{contact.name || contact.phone_number || contact.phone_masked || t`Unnamed contact`}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {count > most && <p className={styles.quiet}>{t`The first ${most} are shown.`}</p>}
    </section>
  );
}
