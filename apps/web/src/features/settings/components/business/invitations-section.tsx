import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Avatar } from '../../../../ui/avatar.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { Switch } from '../../../../ui/checkbox.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import styles from './business.module.css';
import { BusinessSection } from './business-section.tsx';
import { SettingDialog } from './setting-dialog.tsx';

/** How the account presents itself to people whom it invites. */
export function InvitationsSection({ client }: { client: Client }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const { name, logo, greeting } = client.invitation_branding;
  return (
    <BusinessSection
      id="invitations"
      title={t`Invitations`}
      lead={t`Shown to invited teammates in the email and on the invitation page.`}
      onChange={() => setChanging(true)}
    >
      <dl className={styles.facts}>
        <dt>{t`Name`}</dt>
        <dd>
          <bdi>{name || client.name}</bdi>
        </dd>
        <dt>{t`Logo on the page`}</dt>
        <dd>{logo ? t`Shown` : t`Not shown`}</dd>
        <dt>{t`Greeting`}</dt>
        <dd className={styles.text}>
          <bdi>{greeting || t`None`}</bdi>
        </dd>
      </dl>
      {changing && <InvitationsDialog client={client} onClose={() => setChanging(false)} />}
    </BusinessSection>
  );
}

function InvitationsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(client.invitation_branding);
  const shown = draft.name.trim() || client.name;
  return (
    <SettingDialog
      title={t`Invitations`}
      changes={() => ({ invitation_branding: draft })}
      fields={['invitation_branding.name', 'invitation_branding.greeting']}
      saved={t`Invitations saved`}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={t`Name shown`}
            note={t`optional`}
            maxLength={200}
            placeholder={client.name}
            value={draft.name}
            error={errors['invitation_branding.name'] ?? null}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
          <TextAreaField
            label={t`Greeting`}
            note={t`optional`}
            maxLength={500}
            value={draft.greeting}
            error={errors['invitation_branding.greeting'] ?? null}
            onChange={(event) => setDraft({ ...draft, greeting: event.target.value })}
          />
          <div className={styles.logo}>
            <Avatar name={shown} seed={client.client_id} picture={draft.logo ? client.logo_url : null} size="md" />
            <Switch checked={draft.logo} onChange={(logo) => setDraft({ ...draft, logo })}>
              {t`Show the logo on the invitation page`}
            </Switch>
          </div>
          {client.logo_url === null && (
            <p className={styles.actions}>
              <span className={styles.quiet}>{t`The account has no logo yet.`}</span>
              <Link to="/settings/business/edit" className={buttonClass()}>{t`Add a logo`}</Link>
            </p>
          )}
        </>
      )}
    </SettingDialog>
  );
}
