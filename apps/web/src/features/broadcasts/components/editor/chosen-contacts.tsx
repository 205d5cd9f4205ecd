import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CampaignAudience, Selection } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../../../ui/chip.tsx';
import { checkAudience } from '../../data/campaign-queries.ts';
import { trimmed } from '../../data/editor/steps.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import styles from './editor.module.css';

type Props = { broadcast: Broadcast; onChange: (part: CampaignAudience) => void };

/** Contacts that were selected in the table, or set through the API, as removable chips. */
export function ChosenContacts({ broadcast, onChange }: Props) {
  const { t } = useLingui();
  const { audience } = broadcast.state.draft;
  const { selection, contact_ids = [] } = audience;
  const marked = useMarked(broadcast, selection);
  const named = contact_ids.length;
  if (selection === undefined && named === 0) return null;
  const words = (count: number) => t`${plural(count, { one: '# chosen contact', other: '# chosen contacts' })}`;
  const takeSelection = () => {
    const { selection: _marked, ...rest } = audience;
    broadcast.store.change({ audience: trimmed(rest) });
  };
  return (
    <p className={styles.row}>
      {selection !== undefined && (
        <Chip look="on" removeLabel={t`Remove the selected contacts`} onRemove={takeSelection}>
          {marked === null ? t`Chosen contacts` : words(marked)}
        </Chip>
      )}
      {named > 0 && (
        <Chip look="on" removeLabel={t`Remove these contacts`} onRemove={() => onChange({ contact_ids: [] })}>
          {words(named)}
        </Chip>
      )}
    </p>
  );
}

/** The current size of a selection; null while unknown. */
function useMarked({ state }: Broadcast, selection: Selection | undefined): number | null {
  const { area, channel_id } = state.draft;
  const byId = selection !== undefined && 'ids' in selection ? selection.ids.length : null;
  const { data } = useQuery({
    queryKey: ['campaign-audience', 'selection', JSON.stringify(selection), area, channel_id],
    enabled: selection !== undefined && byId === null,
    queryFn: ({ signal }) =>
      checkAudience({ area, channel_id, audience: selection === undefined ? {} : { selection } }, signal),
  });
  return byId ?? data?.total ?? null;
}
