import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../../platform/errors.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useErrorMessage } from '../../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { type CurrentUser, ensureRecent, identity } from '../../../identity/public.ts';
import { useCurrentUser } from '../../data/current-user-query.ts';
import { EmailDialog } from './email-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { Fact, Section } from './section.tsx';

type Open = 'email' | 'password' | { disconnect: string; name: string } | null;

/** Email, password and providers: the sign-in methods of the user. */
export function SignInMethodsSection({ currentUser }: { currentUser: CurrentUser }) {
  const { t } = useLingui();
  const config = useQuery({ queryKey: ['auth', 'config'], queryFn: () => identity.config() }).data;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { user } = currentUser;
  const hasPassword = user.providerData.some(({ providerId }) => providerId === 'password');
  const byMail = config?.methods.includes('email_code') === true;
  return (
    <Section
      id="signing-in"
      title={t`Signing in`}
      lead={t`Changing your email or password signs you out on other devices.`}
    >
      <Fact
        name={t`Email`}
        action={
          <Button size="sm" onClick={() => setOpen('email')}>
            {user.emailVerified ? t`Change` : t`Change or confirm`}
          </Button>
        }
      >
        <bdi>{user.email}</bdi>
      </Fact>
      <Fact
        name={t`Password`}
        action={
          <Button size="sm" onClick={() => setOpen('password')}>
            {hasPassword ? t`Change password` : t`Set a password`}
          </Button>
        }
      >
        {hasPassword ? t`Set` : t`None: you sign in another way`}
      </Fact>
      <Providers
        currentUser={currentUser}
        offered={config?.providers ?? []}
        onDisconnect={(id, name) => setOpen({ disconnect: id, name })}
      />
      {open === 'email' && <EmailDialog currentUser={currentUser} byMail={byMail} onClose={close} />}
      {open === 'password' && (
        <PasswordDialog hasOne={hasPassword} minLength={config?.password_policy.min_length ?? null} onClose={close} />
      )}
      {open !== null && typeof open === 'object' && (
        <Disconnect id={open.disconnect} name={open.name} onClose={close} />
      )}
    </Section>
  );
}

type ProvidersProps = {
  currentUser: CurrentUser;
  offered: readonly { id: string; name: string }[];
  onDisconnect: (id: string, name: string) => void;
};

function Providers({ currentUser, offered, onDisconnect }: ProvidersProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useErrorMessage();
  const connected = currentUser.user.providerData.filter(({ providerId }) => providerId !== 'password');
  const free = offered.filter(({ id }) => !connected.some(({ providerId }) => providerId === id));
  const connect = async (provider: string) => {
    try {
      if (!(await ensureRecent())) return;
      await navigate({ to: '/login-redirect', search: { provider, link: 1, next: '/settings/personal' } });
    } catch (error) {
      toast({ message: words(error) });
    }
  };
  return (
    <>
      {connected.map(({ providerId, email }) => {
        const name = offered.find(({ id }) => id === providerId)?.name ?? providerId.replace(/^custom:/, '');
        return (
          <Fact
            key={providerId}
            name={name}
            action={<Button size="sm" onClick={() => onDisconnect(providerId, name)}>{t`Disconnect`}</Button>}
          >
            <Badge tone="ok">{t`Connected`}</Badge> {email && <bdi>{email}</bdi>}
          </Fact>
        );
      })}
      {free.map(({ id, name }) => (
        <Fact key={id} name={name} action={<Button size="sm" onClick={() => void connect(id)}>{t`Connect`}</Button>}>
          {t`Not connected`}
        </Fact>
      ))}
    </>
  );
}

function Disconnect({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const { refetch } = useCurrentUser();
  return (
    <ConfirmDialog
      title={t`Disconnect ${name}?`}
      confirm={t`Disconnect ${name}`}
      keep={t`Keep`}
      onClose={onClose}
      problem={(error) => (error instanceof ApiError && error.status === 422 ? error.message : words(error))}
      onConfirm={async () => {
        await identity.unlinkProvider(id);
        await refetch();
        toast({ message: t`${name} is disconnected` });
      }}
    >
      {t`You can no longer sign in with ${name}. You can connect it again.`}
    </ConfirmDialog>
  );
}
