import { useLingui } from '@lingui/react/macro';
import type { Restrictions } from '@parley/contract/types';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useRows } from '../../sync/public.ts';
import styles from './choices.module.css';
import { LockedNote } from './permissions.tsx';

export type LimitsFieldsProps = {
  value: Restrictions;
  onChange: (value: Restrictions) => void;
  /** Limits of the account that apply to every User. */
  forAll?: Partial<Restrictions>;
  error?: string | null;
};

/** The limits of a User. */
export function LimitsFields({ value, onChange, forAll = {}, error }: LimitsFieldsProps) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const flags = [
    ['only_assigned', t`Only conversations assigned to them or to their groups`],
    ['mask_phone_numbers', t`Phone numbers of customers are hidden`],
    ['no_export', t`No export of contacts and conversations`],
    ['no_deletion', t`No deletion of contacts`],
  ] as const;
  const chosen = value.channel_ids;
  const toggle = (id: string, on: boolean) => {
    const rest = (chosen ?? []).filter((each) => each !== id);
    onChange({ ...value, channel_ids: on ? [...rest, id] : rest });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t`Limits`}</legend>
      {flags.map(([name, label]) => (
        <div key={name}>
          <Checkbox
            checked={value[name] || forAll[name] === true}
            disabled={forAll[name] === true}
            onChange={(event) => onChange({ ...value, [name]: event.target.checked })}
          >
            {label}
          </Checkbox>
          {forAll[name] && <LockedNote>{t`Set for every User in the business settings.`}</LockedNote>}
        </div>
      ))}
      <Checkbox
        checked={chosen !== null}
        onChange={(event) =>
          onChange({ ...value, channel_ids: event.target.checked ? channels.map(({ id }) => id) : null })
        }
      >
        {t`Only some channels`}
      </Checkbox>
      {chosen !== null && (
        <div className={styles.nested}>
          {channels.map((channel) => (
            <Checkbox
              key={channel.id}
              checked={chosen.includes(channel.id)}
              onChange={(event) => toggle(channel.id, event.target.checked)}
            >
              <bdi>{channel.channel_label}</bdi>
            </Checkbox>
          ))}
          {chosen.length === 0 && <p className={styles.warn}>{t`Without a channel this member sees nothing.`}</p>}
        </div>
      )}
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}
