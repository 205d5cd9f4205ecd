import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconBell, IconFingerprint, IconMail, IconServer } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { infrastructureHealth } from '../data/infrastructure-health.ts';
import type { Infrastructure } from '../data/webhooks.ts';
import { IntegrationCard } from './integration-card.tsx';

/** What the operator sets up in the settings of the server, with the account's own figures. */
export function InfrastructureCards({ facts }: { facts: Infrastructure }) {
  const { t, i18n } = useLingui();
  const { identity_providers: providers, push, emails_24h: emails, sign_ins_24h: signIns, files_24h: files } = facts;
  const health = infrastructureHealth(facts);
  const needs = (setting: string) => t`Needs: ${setting} on the server`;
  const [sent, unsent, retrying] = [emails.sent, emails.failed, emails.retrying].map((n) => i18n.number(n));
  const [signedIn, refused] = [signIns.done, signIns.failed].map((n) => i18n.number(n));
  const [stored, lost] = [files.stored, files.failed].map((n) => i18n.number(n));
  const waiting = emails.retrying > 0 ? ` · ${t`${retrying} retrying`}` : '';
  return (
    <>
      <IntegrationCard
        icon={<IconFingerprint {...icon} />}
        title={t`OpenID Connect`}
        about={
          providers.length > 0
            ? t`Sign in with ${new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(providers)}.`
            : t`Sign in with your identity provider.`
        }
        health={health.identity}
        note={
          health.identity === null ? needs('OIDC_PROVIDERS') : t`${signedIn} signed in · ${refused} refused in 24 h`
        }
      />
      <IntegrationCard
        icon={<IconMail {...icon} />}
        title={t`Email (SMTP)`}
        about={t`Invitations, sign-in codes and notices through your mail server.`}
        health={health.email}
        note={health.email === null ? needs('SMTP_URL') : `${t`${sent} sent · ${unsent} failed in 24 h`}${waiting}`}
      />
      <IntegrationCard
        icon={<IconServer {...icon} />}
        title={t`Object storage`}
        about={t`Media files in an S3-compatible bucket instead of the server’s disk.`}
        health={health.storage}
        note={health.storage === null ? needs('S3_BUCKET') : t`${stored} stored · ${lost} failed in 24 h`}
      />
      <IntegrationCard
        icon={<IconBell {...icon} />}
        title={t`Push`}
        about={
          push.provider === 'onesignal'
            ? t`Notifications through OneSignal when the browser is closed.`
            : t`Notifications when the browser is closed, with this server’s own keys.`
        }
        health={push.devices > 0 ? 'working' : null}
        note={
          push.devices > 0
            ? t`${plural(push.devices, { one: '# device', other: '# devices' })} · ${push.reached_24h} notified in 24 h`
            : t`Needs: a member who turns it on in their notification settings`
        }
      />
    </>
  );
}
