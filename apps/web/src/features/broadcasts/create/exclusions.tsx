import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../ui/checkbox.tsx';
import audienceStyles from './audience.module.css';
import { ListChoice, Way } from './audience-step.tsx';
import styles from './create.module.css';
import { NumberInput } from './number-input.tsx';
import type { Broadcast } from './use-broadcast.ts';

/** Longest look back, hours. */
const mostHours = 720;
const usualHours = 48;

/** Who of the audience is left out besides whoever opted out or cannot be reached. */
export function Exclusions({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui();
  const { keeper, state } = broadcast;
  const { exclude } = state.draft;
  const { marketed_within_hours: hours, ...withoutHours } = exclude;
  return (
    <Way title={t`Leave out`}>
      <p className={styles.quiet}>{t`Whoever opted out, cannot be reached or is named twice is always left out.`}</p>
      <div className={audienceStyles.withNumber}>
        <Checkbox
          checked={hours !== undefined}
          onChange={(event) =>
            keeper.change({
              exclude: event.target.checked ? { ...exclude, marketed_within_hours: usualHours } : withoutHours,
            })
          }
        >
          {t`Whoever had a marketing message from us lately`}
        </Checkbox>
        {hours !== undefined && (
          <NumberInput
            label={t`within hours`}
            value={hours}
            min={1}
            max={mostHours}
            onChange={(next) => keeper.change({ exclude: { ...exclude, marketed_within_hours: next } })}
          />
        )}
      </div>
      <Checkbox
        checked={exclude.active_assigned ?? false}
        onChange={(event) => keeper.change({ exclude: { ...exclude, active_assigned: event.target.checked } })}
      >
        {t`Whoever a teammate is in an open conversation with`}
      </Checkbox>
      <Checkbox
        checked={exclude.without_opt_in ?? false}
        onChange={(event) => keeper.change({ exclude: { ...exclude, without_opt_in: event.target.checked } })}
      >
        {t`Whoever never agreed to be written to`}
      </Checkbox>
      <details className={audienceStyles.fold} open={(exclude.contact_list_ids ?? []).length > 0 || undefined}>
        <summary>{t`Whoever is in certain lists`}</summary>
        <ListChoice
          value={exclude.contact_list_ids ?? []}
          onChange={(ids) => {
            const { contact_list_ids: _before, ...rest } = exclude;
            keeper.change({ exclude: ids.length === 0 ? rest : { ...rest, contact_list_ids: ids } });
          }}
          label={t`Find a list to leave out`}
        />
      </details>
    </Way>
  );
}
