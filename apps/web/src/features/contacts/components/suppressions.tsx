import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Contact, Suppression } from '@parley/contract/types';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useRefusal } from '../../team/public.ts';
import { suppressionKey, useSuppressions } from '../data/contacts-data.ts';
import styles from './contact-views.module.css';

const sourceTitles: Record<Suppression['source'], ReturnType<typeof msg>> = {
  block: msg`Blocked in WhatsApp`,
  import: msg`Imported from a file`,
  keyword: msg`Requested in a message`,
  manual: msg`Set by the team`,
  platform: msg`Reported to WhatsApp`,
  provider: msg`WhatsApp refused a message`,
};

/** Why a contact must not get messages, and the suppressions that the team can change. */
export function Suppressions({ contact }: { contact: Contact }) {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const edits = useRefusal('contacts.edit') === null;
  const { data: reasons = [] } = useSuppressions(contact.id, contact.version);
  const { busy, run: runAction } = useAction();
  const run = async (work: () => Promise<unknown>) => {
    await runAction(work);
    void queryClient.invalidateQueries({ queryKey: suppressionKey(contact.id) });
  };
  const params = { id: contact.id };
  const allow = () => run(() => api('DELETE /api/contacts/{id}/suppression', { params }));
  const optOut = () =>
    run(async () => {
      await api('PUT /api/contacts/{id}/suppression', { params, body: { scope: 'marketing' } });
      toast({ message: t`Opted out of marketing messages`, action: { label: t`Undo`, run: () => void allow() } });
    });
  const onlyTheirs = reasons.length > 0 && reasons.every(({ source }) => source === 'platform');
  return (
    <section className={styles.section}>
      <h3>{t`Do not message`}</h3>
      {reasons.length === 0 ? (
        <p className={styles.quiet}>{t`No opt-out.`}</p>
      ) : (
        <ul className={styles.list}>
          {reasons.map((reason) => (
            <li key={reason.source} className={styles.item}>
              <span>
                <Badge tone="bad">{reason.scope === 'all' ? t`Everything` : t`Marketing`}</Badge>{' '}
                {i18n._(sourceTitles[reason.source])}
                {reason.detail !== null && (
                  <>
                    : <bdi>{reason.detail}</bdi>
                  </>
                )}
              </span>
              <span className={styles.meta}>{near(reason.since)}</span>
            </li>
          ))}
        </ul>
      )}
      {onlyTheirs && <p className={styles.quiet}>{t`They opted out in WhatsApp; only they can change it.`}</p>}
      {edits && (
        <span className={styles.actions}>
          {reasons.length === 0 ? (
            <Button size="sm" busy={busy} onClick={() => void optOut()}>{t`Opt out`}</Button>
          ) : (
            !onlyTheirs && <Button size="sm" busy={busy} onClick={() => void allow()}>{t`Allow again`}</Button>
          )}
        </span>
      )}
    </section>
  );
}
