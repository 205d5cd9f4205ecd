import { useLingui } from '@lingui/react/macro';
import type { FeedbackSettings } from '@parley/contract/types';
import { PasswordField, TextField } from '../../../ui/field.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { type DestinationDraft, forgeAddresses } from '../data/destination-draft.ts';
import styles from './feedback.module.css';

type ForgeFieldsProps = { form: ReturnType<typeof useForm<DestinationDraft>>; settings: FeedbackSettings };

/** The repository whose issues bug reports become. */
export function ForgeFields({ form, settings }: ForgeFieldsProps) {
  const { t } = useLingui();
  const { forge_kind: kind, forge_url: url } = form.values;
  const keepsToken = settings.forge_kind === kind && settings.forge_url === url.trim().replace(/\/+$/, '');
  return (
    <>
      <Segments
        label={t`Kind of Git forge`}
        segments={[
          { value: 'github', label: t`GitHub` },
          { value: 'gitlab', label: t`GitLab` },
          { value: 'forgejo', label: t`Forgejo or Gitea` },
        ]}
        value={kind}
        onChange={(next) => {
          form.set('forge_kind', next);
          // An address of one's own stays.
          if (url === forgeAddresses[kind]) form.set('forge_url', forgeAddresses[next]);
        }}
      />
      <AddressField label={t`Address`} autoComplete="off" {...form.text('forge_url')} />
      <TextField
        label={t`Repository`}
        autoComplete="off"
        placeholder={t`kestrel/shop`}
        help={t`Owner and name. Everyone who can read the repository can read the reports.`}
        {...form.text('forge_repository')}
      />
      <PasswordField
        label={t`Access token`}
        autoComplete="off"
        note={keepsToken ? t`optional` : undefined}
        help={
          keepsToken
            ? t`Leave empty to keep the stored token.`
            : t`It must be allowed to read the repository and create issues. Stored encrypted.`
        }
        {...form.text('forge_token')}
      />
      <p className={styles.quiet}>
        {t`Screenshots, customer data and email addresses of reporters are stored only in this account.`}
      </p>
    </>
  );
}
