import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useRelativeTime } from '../../../../ui/use-relative-time.ts';
import { useFindUser } from '../../../sync/public.ts';
import type { DraftStore, SaveState } from '../../data/editor/draft-store.ts';
import { usePartLabels } from '../../data/editor/use-editor-text.ts';
import styles from './editor.module.css';

type Conflict = Extract<SaveState, { kind: 'conflict' }>;

/** An edit conflict: which version is newer, and the choice between the two. */
export function ConflictBanner({ store, conflict }: { store: DraftStore; conflict: Conflict }) {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const find = useFindUser();
  const parts = usePartLabels();
  const { id, version } = conflict.theirs;
  const { data } = useQuery({
    queryKey: ['campaign-events', id, version],
    queryFn: ({ signal }) => api('GET /api/campaigns/{id}/events', { params: { id }, query: { limit: 1 } }, { signal }),
    throwOnError: false,
  });
  const latest = data?.data[0];
  const who = (latest && find(latest.actor)?.name) ?? t`Someone`;
  const when = latest === undefined ? '' : near(latest.at);
  const what = new Intl.ListFormat(i18n.locale).format([...new Set(conflict.conflicts.map((part) => parts[part]))]);
  return (
    <Banner
      tone="warn"
      action={
        <span className={styles.row}>
          <Button size="sm" onClick={() => store.resolveConflict(true)}>{t`Keep mine`}</Button>
          <Button size="sm" onClick={() => store.resolveConflict(false)}>{t`Use theirs`}</Button>
        </span>
      }
    >
      {t`${who} changed this draft ${when}, after you opened it: ${what}. The page shows your version.`}
    </Banner>
  );
}
