import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import audienceStyles from './audience.module.css';
import styles from './editor.module.css';
import { FieldGroup } from './field-group.tsx';
import { ListChoice } from './list-choice.tsx';
import { NumberInput } from './number-input.tsx';

/** The longest period, hours. */
const maxHours = 720;
const defaultHours = 48;

/** Exclusions from the audience, besides contacts who opted out or cannot be reached. */
export function Exclusions({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const { store, state } = broadcast;
  const { exclude } = state.draft;
  const { marketed_within_hours: hours, ...withoutHours } = exclude;
  return (
    <FieldGroup title={t`Exclude`}>
      <p
        className={styles.quiet}
      >{t`Contacts who opted out, can’t be reached or are listed twice are always excluded.`}</p>
      <div className={audienceStyles.withNumber}>
        <Checkbox
          checked={hours !== undefined}
          onChange={(event) =>
            store.change({
              exclude: event.target.checked ? { ...exclude, marketed_within_hours: defaultHours } : withoutHours,
            })
          }
        >
          {t`Contacts who recently got a marketing message from you`}
        </Checkbox>
        {hours !== undefined && (
          <NumberInput
            label={t`In the last hours`}
            value={hours}
            min={1}
            max={maxHours}
            onChange={(next) => store.change({ exclude: { ...exclude, marketed_within_hours: next } })}
          />
        )}
      </div>
      <Checkbox
        checked={exclude.active_assigned ?? false}
        onChange={(event) => store.change({ exclude: { ...exclude, active_assigned: event.target.checked } })}
      >
        {t`Contacts in an open conversation with a teammate`}
      </Checkbox>
      <Checkbox
        checked={exclude.without_opt_in ?? false}
        onChange={(event) => store.change({ exclude: { ...exclude, without_opt_in: event.target.checked } })}
      >
        {t`Contacts without an opt-in`}
      </Checkbox>
      <Disclosure
        className={audienceStyles.fold}
        open={(exclude.contact_list_ids ?? []).length > 0 || undefined}
        title={t`Contacts in certain lists`}
      >
        <ListChoice
          value={exclude.contact_list_ids ?? []}
          onChange={(ids) => {
            const { contact_list_ids: _before, ...rest } = exclude;
            store.change({ exclude: ids.length === 0 ? rest : { ...rest, contact_list_ids: ids } });
          }}
          label={t`Find a list to exclude`}
        />
      </Disclosure>
    </FieldGroup>
  );
}
