import { useLingui } from '@lingui/react/macro';
import { storageRegions } from '@parley/contract/storage-regions';
import type { Channel, RegistrationState, StorageRegion } from '@parley/contract/types';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import styles from './drawer.module.css';

type Storage = RegistrationState['storage'];

/** The choice of a storage field: a country, or '' for where WhatsApp chooses. */
export function regionIn(choice: string): StorageRegion | null {
  return storageRegions.find((region) => region === choice) ?? null;
}

/** Where WhatsApp keeps the messages now; null while that is not known. */
export function useStorageText(): (storage: Storage) => string | null {
  const { t, i18n } = useLingui();
  return (storage) => {
    if (storage === null) return null;
    const { status, region } = storage;
    if (region !== null) {
      const country = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' }).of(region) ?? region;
      return t`WhatsApp stores this number’s messages in: ${country}.`;
    }
    return status === 'DEFAULT' || status === 'IN_COUNTRY_STORAGE_DISABLED'
      ? t`WhatsApp chooses where it stores this number’s messages.`
      : t`WhatsApp calls the storage of this number’s messages ${status}.`;
  };
}

type StorageFieldProps = { value: string; error?: string | null; onChange: (value: string) => void };

/** The countries in which WhatsApp can store messages. */
export function StorageField({ value, error, onChange }: StorageFieldProps) {
  const { t, i18n } = useLingui();
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region' });
  const order = new Intl.Collator(i18n.locale);
  const countries = storageRegions
    .map((region) => ({ value: region as string, label: names.of(region) ?? region }))
    .sort((one, other) => order.compare(one.label, other.label));
  return (
    <SelectField
      label={t`Where WhatsApp stores messages`}
      help={t`In a country of your choice, messages are deleted everywhere else after an hour, marketing messages after 90 minutes. Numbers that are also used in the WhatsApp Business app can’t choose.`}
      choices={[{ value: '', label: t`WhatsApp’s choice` }, ...countries]}
      value={value}
      error={error ?? null}
      onChange={onChange}
    />
  );
}

type StorageStepProps = { channel: Channel; state: RegistrationState; onState: (state: RegistrationState) => void };

/** Storing the messages of a registered number elsewhere: WhatsApp takes the choice only with a registration. */
export function StorageStep({ channel, state, onState }: StorageStepProps) {
  const { t } = useLingui();
  const inForce = state.storage?.region ?? '';
  const form = useForm({
    initial: { storage_region: inForce, pin: '' },
    check: ({ pin }) => (/^\d{6}$/.test(pin) ? {} : { pin: t`The PIN has six digits.` }),
    send: async ({ pin, storage_region }) => {
      const body = { pin, storage_region: regionIn(storage_region) };
      onState(await api('POST /api/channels/{id}/registration/register', { params: { id: channel.id }, body }));
      form.set('pin', '');
      toast({ message: t`Storage changed` });
    },
  });
  return (
    <section className={styles.section}>
      <h3>{t`3. Where messages are stored`}</h3>
      <p className={styles.quiet}>
        {t`To change it, Parley takes the number off WhatsApp and registers it again. For up to five minutes it can’t send or receive. The PIN you enter here becomes the number’s PIN. WhatsApp allows this about five times in 72 hours.`}
      </p>
      <Form onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <StorageField
          value={form.values.storage_region}
          error={form.errors.storage_region ?? null}
          onChange={(region) => form.set('storage_region', region)}
        />
        <TextField
          label={t`PIN for registering again`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          dir="ltr"
          {...form.text('pin')}
        />
        <p>
          <Button type="submit" busy={form.busy} blocked={form.values.storage_region === inForce}>
            {t`Change the storage`}
          </Button>
        </p>
      </Form>
    </section>
  );
}
