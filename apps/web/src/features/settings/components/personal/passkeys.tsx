import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { Button } from '../../../../ui/button.tsx';
import { icon } from '../../../../ui/icon.ts';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { identity, loadTwoStepParts, passkeyPlaceOfPage } from '../../../identity/public.ts';
import styles from './personal.module.css';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import { Fact } from './section.tsx';
import { type Factors, RemovePasskeyDialog } from './two-step-dialogs.tsx';

const AddPasskeyDialog = lazyComponent(() => loadTwoStepParts().then((parts) => parts.AddPasskeyDialog), {
  fallback: null,
});

type Passkey = Factors['passkeys'][number];
type Open = { act: 'add' } | { act: 'rename' | 'remove'; passkey: Passkey } | null;

/** The passkeys of the user. */
export function Passkeys({ factors, onChange }: { factors: Factors; onChange: () => void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>(null);
  const obstacle = useObstacle();
  const close = () => {
    setOpen(null);
    onChange();
  };
  const { passkeys } = factors;
  return (
    <>
      <Fact
        name={t`Passkeys`}
        action={
          obstacle === '' && (
            <Button size="sm" onClick={() => setOpen({ act: 'add' })}>
              {t`Add passkey`}
            </Button>
          )
        }
      >
        <span>
          {plural(passkeys.length, { 0: 'None', one: '# passkey', other: '# passkeys' })}
          {obstacle && <small className={styles.note}>{obstacle}</small>}
        </span>
      </Fact>
      {passkeys.length > 0 && (
        <ul className={styles.sessions} aria-label={t`Passkeys`}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.session}>
              <IconFingerprint {...icon} className={styles.icon} />
              <PasskeyFacts passkey={passkey} />
              <span className={styles.act}>
                <Button size="sm" onClick={() => setOpen({ act: 'rename', passkey })}>{t`Rename`}</Button>
                <Button size="sm" danger onClick={() => setOpen({ act: 'remove', passkey })}>{t`Remove`}</Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {open?.act === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.act === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.act === 'remove' && <RemovePasskeyDialog passkey={open.passkey} factors={factors} onClose={close} />}
    </>
  );
}

function PasskeyFacts({ passkey }: { passkey: Passkey }) {
  const { t } = useLingui();
  const times = useTimeLabels();
  const at = (time: string) => times.inList(time, Date.now());
  return (
    <span className={styles.where}>
      <strong>
        <bdi>{passkey.name}</bdi>
      </strong>
      <small>
        {t`Added ${at(passkey.created_at)}`}
        {' · '}
        {passkey.last_used_at === null ? t`Never used` : t`Last used ${at(passkey.last_used_at)}`}
      </small>
    </span>
  );
}

/** Why no passkey can be added on this page; empty when one can, null while unknown. */
function useObstacle(): string | null {
  const { t } = useLingui();
  const config = useQuery({ queryKey: ['auth', 'config'], queryFn: () => identity.config() }).data;
  if (config === undefined) return null;
  const origin = config.passkey_origin;
  switch (passkeyPlaceOfPage(origin)) {
    case 'here':
      return '';
    case 'elsewhere':
      return t`Passkeys only work at ${origin}. Open Parley there to add one.`;
    case 'nowhere':
      return t`Passkeys need an https:// address with a domain name. Ask the server’s operator to set it up.`;
    case 'no-browser':
      return t`This browser doesn’t support passkeys. Use another browser to add one.`;
  }
}
