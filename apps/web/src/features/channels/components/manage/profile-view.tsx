import { useLingui } from '@lingui/react/macro';
import type { BusinessProfile, Channel } from '@parley/contract/types';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { AddressField } from '../../../../ui/fields/address-field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { useIndustries } from '../../../../ui/use-industries.ts';
import { UsernameView } from './username-view.tsx';

/** The business profile that customers see in WhatsApp. */
export function ProfileView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const [profile, setProfile] = useState<BusinessProfile | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(() => {
    setError(null);
    api('GET /api/channels/{id}/profile', { params: { id: channel.id } })
      .then(setProfile)
      .catch(setError);
  }, [channel.id]);
  useEffect(read, [read]);
  if (error !== null)
    return <ProblemState title={t`Couldn’t load the profile from WhatsApp`} error={error} onRetry={read} />;
  if (profile === null) return <Skeleton shape="text" label={t`Checking with WhatsApp`} count={6} />;
  return (
    <>
      <UsernameView channel={channel} />
      <ProfileForm key={JSON.stringify(profile)} channel={channel} profile={profile} onSaved={setProfile} />
    </>
  );
}

type ProfileFormProps = { channel: Channel; profile: BusinessProfile; onSaved: (profile: BusinessProfile) => void };

function ProfileForm({ channel, profile, onSaved }: ProfileFormProps) {
  const { t } = useLingui();
  const { about, address, description, email, vertical } = profile;
  const initial = {
    about,
    address,
    description,
    email,
    vertical,
    first: profile.websites[0] ?? '',
    second: profile.websites[1] ?? '',
  };
  const form = useForm({
    initial,
    serverNames: { websites: 'first', 'websites.0': 'first', 'websites.1': 'second' },
    check: (values) => (values.about.trim() === '' ? { about: t`WhatsApp requires at least one character.` } : {}),
    send: async ({ first, second, ...texts }) => {
      const websites = [first, second].map((address) => address.trim()).filter((address) => address !== '');
      const changed = Object.fromEntries(
        Object.entries(texts).filter(([name, value]) => value !== initial[name as keyof typeof initial]),
      );
      const same = websites.join(' ') === profile.websites.join(' ');
      const body = { ...changed, ...(same ? {} : { websites }) };
      if (Object.keys(body).length === 0) return;
      onSaved(await api('PUT /api/channels/{id}/profile', { params: { id: channel.id }, body }));
      toast({ message: t`Profile saved` });
    },
  });
  return (
    <Form onSubmit={form.submit}>
      <FormError>{form.problem}</FormError>
      <TextField label={t`About`} help={t`One line under the name.`} maxLength={139} {...form.text('about')} />
      <TextAreaField label={t`Description`} maxLength={512} {...form.text('description')} />
      <TextField label={t`Address`} maxLength={256} {...form.text('address')} />
      <TextField label={t`Email`} type="email" maxLength={128} {...form.text('email')} />
      <AddressField label={t`Website`} dir="ltr" placeholder={t`https://`} {...form.text('first')} />
      <AddressField label={t`Second website`} note={t`optional`} dir="ltr" {...form.text('second')} />
      <SelectField
        label={t`Industry`}
        choices={useIndustries()}
        value={form.values.vertical}
        error={form.errors.vertical ?? null}
        onChange={(value) => form.set('vertical', value)}
      />
      <p>
        <Button type="submit" variant="filled" busy={form.busy} blocked={!form.changed}>
          {t`Save the profile`}
        </Button>
      </p>
    </Form>
  );
}
