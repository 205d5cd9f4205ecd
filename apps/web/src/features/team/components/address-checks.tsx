import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { Address, AddressState } from '../data/address-list.ts';
import styles from './views.module.css';

const tones: Record<AddressState, BadgeTone> = {
  ok: 'ok',
  invalid: 'bad',
  repeated: 'neutral',
  member: 'neutral',
  invited: 'neutral',
};

/** The addresses found in the pasted text, with their state. */
export function AddressChecks({ addresses }: { addresses: readonly Address[] }) {
  const { t } = useLingui();
  if (addresses.length === 0) return null;
  const words: Record<AddressState, string> = {
    ok: t`will be invited`,
    invalid: t`no address`,
    repeated: t`twice in the list`,
    member: t`in the team already`,
    invited: t`invited already`,
  };
  const ok = addresses.filter(({ state }) => state === 'ok').length;
  return (
    <section aria-label={t`Addresses found`}>
      <p role="status" className={styles.quiet}>
        {t`${plural(addresses.length, { one: '# address found', other: '# addresses found' })}, ${plural(ok, { one: '# will be invited', other: '# will be invited' })}`}
      </p>
      <ul className={styles.list}>
        {addresses.map(({ email, state, key }) => (
          <li key={key} className={styles.item}>
            <bdi className={styles.grow}>{email}</bdi>
            <Badge tone={tones[state]}>{words[state]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
