import { useLingui } from '@lingui/react/macro';
import type { CampaignAudience } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useRows } from '../../sync/public.ts';
import audienceStyles from './audience.module.css';
import { AudienceCount } from './audience-count.tsx';
import { ChosenContacts } from './chosen-contacts.tsx';
import styles from './create.module.css';
import { EarlierChoice } from './earlier-choice.tsx';
import { Exclusions } from './exclusions.tsx';
import { ListChoice } from './list-choice.tsx';
import { NumbersField } from './numbers-field.tsx';
import { FilterChoice, SegmentChoice } from './parts-of-others.ts';
import { hasAudience, trimmed } from './steps.ts';
import type { Broadcast } from './use-broadcast.ts';
import { Way } from './way.tsx';

/** Whom it goes to: everybody whom any of the ways names, each once, without whoever is left out. */
export function AudienceStep({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const { keeper, state } = broadcast;
  const { audience } = state.draft;
  const lists = useRows('contact_lists');
  const change = (part: CampaignAudience) => keeper.change({ audience: trimmed({ ...audience, ...part }) });
  const isNobodyThere =
    !hasAudience(audience) &&
    lists.every(({ member_count, sandbox_count = 0 }) => member_count === 0 && sandbox_count === 0);
  return (
    <div className={styles.fields}>
      {isNobodyThere && <NoContactsYet />}
      <ChosenContacts broadcast={broadcast} onChange={change} />
      <Way title={t`Contact lists`}>
        <ListChoice
          value={audience.contact_list_ids ?? []}
          onChange={(contact_list_ids) => change({ contact_list_ids })}
          label={t`Find a list to write to`}
        />
      </Way>
      <Way title={t`Segments`}>
        <SegmentChoice value={audience.segment_ids ?? []} onChange={(segment_ids) => change({ segment_ids })} />
      </Way>
      <Way title={t`Everybody who matches`}>
        <div className={audienceStyles.filter}>
          <FilterChoice
            filter={audience.filter ?? null}
            onChange={(filter) => {
              const { filter: _before, ...rest } = audience;
              keeper.change({ audience: trimmed(filter === null ? rest : { ...rest, filter }) });
            }}
          />
        </div>
      </Way>
      <NumbersField broadcast={broadcast} onChange={(phone_numbers) => change({ phone_numbers })} />
      <EarlierChoice
        earlier={audience.earlier ?? null}
        onChange={(earlier) => {
          const { earlier: _before, ...rest } = audience;
          keeper.change({ audience: trimmed(earlier === null ? rest : { ...rest, earlier }) });
        }}
      />
      <Exclusions broadcast={broadcast} />
      <AudienceCount broadcast={broadcast} />
    </div>
  );
}

function NoContactsYet() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No lists with people yet`}
      actions={
        <>
          <Link to="/contacts/import" className={buttonClass()}>{t`Import contacts`}</Link>
          <Link to="/sandbox" className={buttonClass()}>{t`Make up people in the sandbox`}</Link>
        </>
      }
    >
      <p>{t`Bring your contacts along, or paste numbers below: they need not be contacts.`}</p>
    </EmptyState>
  );
}
