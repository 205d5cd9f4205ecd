import { useLingui } from '@lingui/react/macro';
import type { CampaignAudience } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useRows } from '../../../sync/public.ts';
import { useRefusal } from '../../../team/public.ts';
import { hasAudience, trimmed } from '../../data/editor/steps.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import audienceStyles from './audience.module.css';
import { AudienceCount } from './audience-count.tsx';
import { ChosenContacts } from './chosen-contacts.tsx';
import { EarlierChoice } from './earlier-choice.tsx';
import styles from './editor.module.css';
import { Exclusions } from './exclusions.tsx';
import { FieldGroup } from './field-group.tsx';
import { FileSource } from './file-source.tsx';
import { HiddenNumbers } from './hidden-numbers.tsx';
import { FilterChoice, SegmentChoice } from './lazy-components.ts';
import { ListChoice } from './list-choice.tsx';
import { NumbersField } from './numbers-field.tsx';

/** The audience: all contacts of any source, each once, minus the exclusions. */
export function AudienceStep({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const { store, state } = broadcast;
  const { audience } = state.draft;
  const takesNumbers = useRefusal('contacts.enter_numbers') === null;
  const lists = useRows('contact_lists');
  const change = (part: CampaignAudience) => store.change({ audience: trimmed({ ...audience, ...part }) });
  const isNobodyThere =
    !hasAudience(audience) &&
    lists.every(({ member_count, sandbox_count = 0 }) => member_count === 0 && sandbox_count === 0);
  return (
    <div className={styles.fields}>
      {isNobodyThere && <NoContactsYet takesNumbers={takesNumbers} />}
      <ChosenContacts broadcast={broadcast} onChange={change} />
      <FieldGroup title={t`Contact lists`}>
        <ListChoice
          value={audience.contact_list_ids ?? []}
          onChange={(contact_list_ids) => change({ contact_list_ids })}
          label={t`Find a list to write to`}
        />
      </FieldGroup>
      <FieldGroup title={t`Segments`}>
        <SegmentChoice value={audience.segment_ids ?? []} onChange={(segment_ids) => change({ segment_ids })} />
      </FieldGroup>
      <FieldGroup title={t`All matching contacts`}>
        <div className={audienceStyles.filter}>
          <FilterChoice
            filter={audience.filter ?? null}
            onChange={(filter) => {
              const { filter: _before, ...rest } = audience;
              store.change({ audience: trimmed(filter === null ? rest : { ...rest, filter }) });
            }}
          />
        </div>
      </FieldGroup>
      {takesNumbers ? (
        <NumbersField broadcast={broadcast} onChange={(phone_numbers) => change({ phone_numbers })} />
      ) : (
        <HiddenNumbers numbers={audience.phone_numbers ?? []} onChange={(phone_numbers) => change({ phone_numbers })} />
      )}
      <FileSource
        broadcast={broadcast}
        mayUpload={takesNumbers}
        onChange={(file_id) => {
          const { file_id: _before, ...rest } = audience;
          store.change({ audience: trimmed(file_id === undefined ? rest : { ...rest, file_id }) });
        }}
      />
      <EarlierChoice
        earlier={audience.earlier ?? null}
        onChange={(earlier) => {
          const { earlier: _before, ...rest } = audience;
          store.change({ audience: trimmed(earlier === null ? rest : { ...rest, earlier }) });
        }}
      />
      <Exclusions broadcast={broadcast} />
      <AudienceCount broadcast={broadcast} />
    </div>
  );
}

function NoContactsYet({ takesNumbers }: { takesNumbers: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No lists with contacts yet`}
      actions={
        <>
          {takesNumbers && <Link to="/contacts/import" className={buttonClass()}>{t`Import contacts`}</Link>}
          <Link to="/sandbox" className={buttonClass()}>{t`Create sandbox contacts`}</Link>
        </>
      }
    >
      {takesNumbers && <p>{t`Import your contacts, or paste phone numbers below. They don’t need to be contacts.`}</p>}
    </EmptyState>
  );
}
