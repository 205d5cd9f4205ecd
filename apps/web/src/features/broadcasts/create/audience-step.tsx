import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CampaignAudience } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { useWithSandbox } from '../../../ui/sandbox-share.tsx';
import { FilterChoice, SegmentChoice } from '../../contacts/public.ts';
import { useRows } from '../../sync/public.ts';
import audienceStyles from './audience.module.css';
import { AudienceCount } from './audience-count.tsx';
import { ChosenContacts } from './chosen-contacts.tsx';
import styles from './create.module.css';
import { EarlierChoice } from './earlier-choice.tsx';
import { Exclusions } from './exclusions.tsx';
import { NumbersField } from './numbers-field.tsx';
import { hasAudience, trimmed } from './steps.ts';
import type { Broadcast } from './use-broadcast.ts';

/** So many lists are shown before they are searched. */
const listsAtOnce = 8;

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

export function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.way}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

type ListChoiceProps = { value: readonly string[]; onChange: (ids: string[]) => void; label: string };

/** Lists with how many are in each; many of them are found by typing. */
export function ListChoice({ value, onChange, label }: ListChoiceProps) {
  const { t, i18n } = useLingui();
  const withSandbox = useWithSandbox();
  const lists = useRows('contact_lists');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const gone = value.filter((id) => !lists.some((list) => list.id === id));
  const found = lists.filter(({ id, name }) => value.includes(id) || name.toLowerCase().includes(wanted));
  const chosenFirst = found.toSorted((one, other) => Number(value.includes(other.id)) - Number(value.includes(one.id)));
  const shown = wanted === '' ? chosenFirst.slice(0, Math.max(listsAtOnce, value.length)) : chosenFirst.slice(0, 50);
  const more = found.length - shown.length;
  const toggle = (id: string, on: boolean) => onChange(on ? [...value, id] : value.filter((one) => one !== id));
  if (lists.length === 0 && gone.length === 0) return <p className={styles.quiet}>{t`There are no lists yet.`}</p>;
  return (
    <>
      {lists.length > listsAtOnce && (
        <input
          type="search"
          className={inputClass()}
          aria-label={label}
          placeholder={label}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={audienceStyles.choices}>
        {shown.map(({ id, name, member_count, sandbox_count }) => (
          <Checkbox key={id} checked={value.includes(id)} onChange={(event) => toggle(id, event.target.checked)}>
            <bdi>{name}</bdi>{' '}
            <span className={styles.quiet}>{withSandbox(i18n.number(member_count), sandbox_count)}</span>
          </Checkbox>
        ))}
        {gone.map((id) => (
          <Checkbox key={id} checked onChange={() => toggle(id, false)}>
            {t`A list that was deleted`}
          </Checkbox>
        ))}
      </div>
      {more > 0 && <p className={styles.quiet}>{t`${plural(more, { one: 'and # more', other: 'and # more' })}`}</p>}
    </>
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
