import { useLingui } from '@lingui/react/macro';
import type { OutputOf, Role } from '@parley/contract/types';
import { IconCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../../../platform/api.ts';
import { session } from '../../../../platform/browser-session.ts';
import { QueryScope } from '../../../../platform/query.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { useErrorMessage } from '../../../../ui/error-messages.ts';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useAccount } from '../../../sync/public.ts';
import { checklistKey, useChecklist } from '../../data/account-queries.ts';
import { mayOpen } from '../../data/settings-entries.ts';
import styles from './checklist-card.module.css';
import { checklistItems } from './checklist-items.ts';

type Checklist = OutputOf<'GET /api/setup-checklist'>;

/** Topics of the change feed that may complete a step. */
const followedTopics = ['channels', 'users', 'threads'] as const;
/** Debounce of changes before the checklist is read again, milliseconds. */
const debounceMs = 1500;

/**
 * The setup checklist, until it is complete or dismissed. The server finds completed steps; they cannot be ticked by
 * hand. `folded` shows one line, which opens the rest.
 */
export function ChecklistCard({ folded }: { folded: boolean }) {
  return (
    <QueryScope>
      <LiveChecklist folded={folded} />
    </QueryScope>
  );
}

function LiveChecklist({ folded }: { folded: boolean }) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const queries = useQueryClient();
  const { data } = useChecklist();
  useChecklistRefresh(data !== undefined && !data.dismissed && data.items.some((item) => !item.done));
  const state = session.state();
  const role = state.status === 'signed-out' ? null : state.claims.role;

  const put = async (dismissed: boolean) => {
    try {
      const changed = await api('PUT /api/setup-checklist', { body: { dismissed } });
      // A request that started before this may still be running.
      await queries.cancelQueries({ queryKey: checklistKey });
      queries.setQueryData(checklistKey, changed);
      if (!dismissed) return;
      toast({ message: t`Setup checklist hidden`, action: { label: t`Undo`, run: () => void put(false) } });
    } catch (error) {
      toast({ message: words(error) });
    }
  };
  // Without data the card stays hidden: it is not essential.
  if (data === undefined || data.dismissed || data.items.every((item) => item.done)) return null;
  return <Checks checklist={data} memberRole={role} folded={folded} onDismiss={() => void put(true)} />;
}

/** Reads the checklist again when a change may have completed a step. */
function useChecklistRefresh(open: boolean): void {
  const { topics } = useAccount().store;
  const queries = useQueryClient();
  useEffect(() => {
    if (!open) return;
    let timer: number | null = null;
    const later = () => {
      timer ??= window.setTimeout(() => {
        timer = null;
        void queries.invalidateQueries({ queryKey: checklistKey });
      }, debounceMs);
    };
    const stops = followedTopics.map((topic) => topics.subscribe(topic, later));
    return () => {
      for (const stop of stops) stop();
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [open, topics, queries]);
}

export type ChecksProps = {
  checklist: Checklist;
  memberRole: Role | null;
  folded: boolean;
  onDismiss: () => void;
};

/** The card, given its data. */
export function Checks({ checklist, memberRole, folded, onDismiss }: ChecksProps) {
  const { t, i18n } = useLingui();
  const all = checklist.items.length;
  const done = checklist.items.filter((item) => item.done).length;
  return (
    <aside className={styles.card} aria-label={t`First steps`}>
      <Disclosure
        look="row"
        open={!folded}
        title={
          <span className={styles.head}>
            <span className={styles.title}>{t`First steps`}</span>
            <span className={styles.count}>{t`${done} of ${all} done`}</span>
          </span>
        }
      >
        <ul className={styles.items}>
          {checklist.items.map((item) => {
            const { to, title, from, also } = checklistItems[item.key];
            const words = i18n._(title);
            return (
              <li key={item.key} data-done={item.done || undefined}>
                {item.done ? <IconCircleCheck {...icon} /> : <IconCircle {...icon} />}
                {item.done && <span className="visually-hidden">{t`Done:`}</span>}
                {item.done && <span>{words}</span>}
                {!item.done && mayOpen({ from }, memberRole) && <Link to={to}>{words}</Link>}
                {!item.done && also !== undefined && mayOpen(also, memberRole) && (
                  <small>
                    <Link to={also.to}>{i18n._(also.title)}</Link>
                  </small>
                )}
                {!item.done && !mayOpen({ from }, memberRole) && (
                  <span>
                    {words} <small>{t`For Owners and Admins`}</small>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </Disclosure>
      <span className={styles.close}>
        <IconButton label={t`Hide checklist`} size="sm" onClick={onDismiss}>
          <IconX {...smallIcon} />
        </IconButton>
      </span>
    </aside>
  );
}
