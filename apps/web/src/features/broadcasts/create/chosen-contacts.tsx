import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CampaignAudience, Selection } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../../ui/chip.tsx';
import { checkAudience } from '../broadcasts-data.ts';
import styles from './create.module.css';
import { trimmed } from './steps.ts';
import type { Broadcast } from './use-broadcast.ts';

type Props = { broadcast: Broadcast; onChange: (part: CampaignAudience) => void };

/** Contacts that were marked in the table, or named by a program, as chips that can be taken away. */
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
    broadcast.keeper.change({ audience: trimmed(rest) });
  };
  return (
    <p className={styles.row}>
      {selection !== undefined && (
        <Chip look="on" removeLabel={t`Take the chosen contacts out`} onRemove={takeSelection}>
          {marked === null ? t`Chosen contacts` : words(marked)}
        </Chip>
      )}
      {named > 0 && (
        <Chip look="on" removeLabel={t`Take the named contacts out`} onRemove={() => onChange({ contact_ids: [] })}>
          {words(named)}
        </Chip>
      )}
    </p>
  );
}

/** How many contacts a selection means now; null while that is not known. */
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
