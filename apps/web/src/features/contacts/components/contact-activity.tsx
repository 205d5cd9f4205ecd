import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { listText } from '../../../platform/formats.ts';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useRows } from '../../sync/public.ts';
import { type ContactActivity, useActivity } from '../data/contacts-data.ts';
import styles from './contact-views.module.css';
import { useActorName } from './use-actor-name.ts';

const kindTitles: Record<string, ReturnType<typeof msg>> = {
  changed: msg`Changed`,
  created: msg`Added`,
  deleted: msg`Deleted`,
  field: msg`Field changed`,
  imported: msg`Imported`,
  left_list: msg`Removed from a list`,
  lists: msg`Lists changed`,
  merged: msg`Merged`,
  opted_in_again: msg`Can receive messages again`,
  opted_out: msg`Opted out`,
  restored: msg`Restored`,
};

const changedNames: Record<string, ReturnType<typeof msg>> = {
  contact_list_ids: msg`lists`,
  custom_fields: msg`fields`,
  name: msg`name`,
  opt_in_source: msg`opt-in source`,
  opted_in_at: msg`opt-in`,
  phone_number: msg`phone`,
};

/** The activity of a contact, the latest first. */
export function ContactActivityList({ contactId, version }: { contactId: string; version: number }) {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const words = useDateLabels();
  const actorName = useActorName();
  const { data, error, refetch } = useActivity(contactId, version);
  const about = useActivityText();
  if (data === undefined) {
    if (error) {
      return <ProblemState title={t`Couldn’t load the activity`} error={error} onRetry={() => void refetch()} />;
    }
    return <Skeleton shape="table" label={t`Reading`} count={3} />;
  }
  if (data.length === 0) {
    return <p className={styles.quiet}>{t`No activity yet.`}</p>;
  }
  return (
    <ul className={styles.list}>
      {data.map((one) => {
        const title = kindTitles[one.kind];
        const detail = about(one);
        return (
          <li key={one.id} className={styles.item}>
            <span>
              {title ? i18n._(title) : one.kind}
              {detail !== '' && (
                <>
                  : <bdi>{detail}</bdi>
                </>
              )}
            </span>
            <span className={styles.meta}>
              <bdi>{actorName(one.actor)}</bdi>
              <time dateTime={one.at} title={words.exact(one.at)}>
                {near(one.at)}
              </time>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function useActivityText(): (activity: ContactActivity) => string {
  const { i18n } = useLingui();
  const lists = useRows('contact_lists');
  const listName = (id: unknown) => lists.find((list) => list.id === id)?.name ?? '-';
  return ({ kind, detail }) => {
    if (kind === 'field' && typeof detail['name'] === 'string') return detail['name'];
    if (kind === 'left_list') return listName(detail['contact_list_id']);
    const ids = detail['contact_list_ids'];
    if (kind === 'lists' && Array.isArray(ids)) return listText(ids.map(listName));
    const fields = detail['fields'];
    if (kind !== 'changed' || !Array.isArray(fields)) return '';
    const titles = fields.map((field) => {
      const title = changedNames[String(field)];
      return title ? i18n._(title) : String(field);
    });
    return listText(titles);
  };
}
