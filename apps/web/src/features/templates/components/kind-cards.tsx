import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate, Template } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useRefusal } from '../../team/public.ts';
import styles from './pages.module.css';

type KindCardsProps = { templates: readonly Template[]; replies: readonly SessionTemplate[] };

/** The two kinds of templates with their counts; every count leads to its list. */
export function KindCards({ templates, replies }: KindCardsProps) {
  const { t, i18n } = useLingui();
  const edits = useRefusal('templates.edit') === null;
  const counts: [string, string][] = [
    ['active', t`Ready`],
    ['pending', t`In review`],
    ['rejected', t`Rejected`],
    ['paused', t`Paused`],
    ['disabled', t`Disabled`],
    ['draft', t`Draft`],
  ];
  const shared = replies.filter(({ owner_id }) => owner_id === null).length;
  return (
    <div className={styles.kinds}>
      <section className={styles.kind} aria-label={t`WhatsApp`}>
        <div className={styles.kindHead}>
          <h3>
            <Link to="/templates/whatsapp" search={{}}>{t`WhatsApp`}</Link>
          </h3>
          <span>{i18n.number(templates.length)}</span>
          {edits && <Link to="/templates/add" search={{}}>{t`New`}</Link>}
        </div>
        <p>{t`Approved by WhatsApp. Can be sent at any time.`}</p>
        <ul>
          {counts.map(([status, label]) => (
            <li key={status}>
              <Link to="/templates/whatsapp" search={{ status }} className={styles.figure}>
                <b>{i18n.number(templates.filter((row) => row.status === status.toUpperCase()).length)}</b>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.kind} aria-label={t`Session`}>
        <div className={styles.kindHead}>
          <h3>
            <Link to="/templates/session" search={{}}>{t`Session`}</Link>
          </h3>
          <span>{i18n.number(replies.length)}</span>
          <Link to="/templates/session" search={{ new: '1' }}>{t`New`}</Link>
        </div>
        <p>{t`Saved replies for open conversations. No approval needed.`}</p>
        <ul>
          <li>
            <Link to="/templates/session" search={{ show: 'shared' }} className={styles.figure}>
              <b>{i18n.number(shared)}</b>
              {t`Shared`}
            </Link>
          </li>
          <li>
            <Link to="/templates/session" search={{ show: 'private' }} className={styles.figure}>
              <b>{i18n.number(replies.length - shared)}</b>
              {t`Private`}
            </Link>
          </li>
          <li>
            <Link to="/templates/session" search={{ show: 'unused' }} className={styles.figure}>
              <b>{i18n.number(replies.filter(({ uses }) => uses === 0).length)}</b>
              {t`Unused`}
            </Link>
          </li>
        </ul>
      </section>
    </div>
  );
}
