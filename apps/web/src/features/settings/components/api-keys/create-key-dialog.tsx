import { useLingui } from '@lingui/react/macro';
import { scopeResources } from '@parley/contract/scopes';
import type { ApiKey, Scope } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useForm } from '../../../../ui/use-form.ts';
import { useRows } from '../../../sync/public.ts';
import type { ScopeSet } from '../../data/api-keys.ts';
import { chosenScopes, emptyKeyDraft, type KeyDraft, newKeyBody, withAddressErrors } from '../../data/key-draft.ts';
import styles from '../business/business.module.css';

/** The form of a new API key. */
export function CreateKeyDialog(props: { onMade: (key: ApiKey & { key: string }) => void; onClose: () => void }) {
  const { t } = useLingui();
  // Created once, so that submitting twice, or again after a lost answer, creates one key.
  const [id] = useState(() => uuidv7());
  const form = useForm<KeyDraft>({
    initial: emptyKeyDraft,
    check: (draft) => ({
      ...(draft.name.trim() === '' && { name: t`Enter a name for the key.` }),
      ...(chosenScopes(draft).length === 0 && { scopes: t`Choose at least one scope.` }),
      ...(draft.channels?.length === 0 && { channels: t`Choose at least one channel, or all.` }),
    }),
    send: async (draft) => {
      try {
        props.onMade(await api('POST /api/api-keys', { body: newKeyBody(id, draft) }));
      } catch (error) {
        throw withAddressErrors(error);
      }
    },
    serverNames: { scopes: 'scopes', channel_ids: 'channels', allowed_addresses: 'networks', expires_in_days: 'days' },
  });
  const { values, set, errors } = form;
  return (
    <Dialog
      title={t`New API key`}
      lightDismiss={false}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t`Cancel`}</Button>
          <Button variant="filled" busy={form.busy} onClick={() => void form.submit()}>{t`Create key`}</Button>
        </>
      }
    >
      <Form onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField
          data-focus
          label={t`Name`}
          autoComplete="off"
          help={t`For example “Web shop” or “Nightly report”.`}
          {...form.text('name')}
        />
        <ScopeChoice values={values} set={set} error={errors.scopes ?? null} />
        <ChannelChoice
          value={values.channels}
          onChange={(ids) => set('channels', ids)}
          error={errors.channels ?? null}
        />
        <SelectField
          label={t`Expires`}
          choices={[
            { value: '30', label: t`after 30 days` },
            { value: '90', label: t`after 90 days` },
            { value: '365', label: t`after a year` },
            { value: 'never', label: t`never` },
          ]}
          value={values.days}
          onChange={(days) => set('days', days)}
        />
        {values.days === 'never' && (
          <p className={styles.quiet}>{t`A key without expiry works until someone revokes it, even if it leaks.`}</p>
        )}
        <TextAreaField
          label={t`Allowed IP addresses`}
          note={t`optional`}
          rows={2}
          help={t`IP addresses or networks such as 203.0.113.0/24, one per line. Leave empty to allow any.`}
          {...form.text('networks')}
        />
      </Form>
    </Dialog>
  );
}

type Setter = <K extends keyof KeyDraft>(name: K, value: KeyDraft[K]) => void;

function ScopeChoice({ values, set, error }: { values: KeyDraft; set: Setter; error: string | null }) {
  const { t } = useLingui();
  const toggle = (scope: Scope, on: boolean) =>
    set('scopes', on ? [...values.scopes, scope] : values.scopes.filter((each) => each !== scope));
  return (
    <fieldset className={styles.switches} aria-invalid={error ? true : undefined}>
      <legend>{t`Scopes`}</legend>
      <Segments<ScopeSet>
        label={t`Scopes`}
        segments={[
          { value: 'chosen', label: t`Chosen` },
          { value: 'read', label: t`Read everything` },
          { value: 'all', label: t`Everything` },
        ]}
        value={values.set}
        onChange={(next) => set('set', next)}
      />
      {values.set === 'chosen' && (
        <table className={styles.scopes}>
          <thead>
            <tr>
              <th scope="col">{t`Resource`}</th>
              <th scope="col">{t({ message: 'Read', context: 'permission' })}</th>
              <th scope="col">{t`Write`}</th>
            </tr>
          </thead>
          <tbody>
            {scopeResources.map((resource) => (
              <tr key={resource}>
                <th scope="row">{resource}</th>
                {(['read', 'write'] as const).map((verb) => (
                  <td key={verb}>
                    <Checkbox
                      aria-label={`${resource}:${verb}`}
                      checked={values.scopes.includes(`${resource}:${verb}`)}
                      onChange={(event) => toggle(`${resource}:${verb}`, event.target.checked)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <FormError>{error}</FormError>
    </fieldset>
  );
}

function ChannelChoice(props: {
  value: string[] | null;
  onChange: (ids: string[] | null) => void;
  error: string | null;
}) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const { value, onChange } = props;
  return (
    <fieldset className={styles.switches}>
      <legend>{t`Channels`}</legend>
      <Checkbox checked={value === null} onChange={(event) => onChange(event.target.checked ? null : [])}>
        {t`All, including future ones`}
      </Checkbox>
      {value !== null &&
        channels.map((channel) => (
          <Checkbox
            key={channel.id}
            checked={value.includes(channel.id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, channel.id] : value.filter((each) => each !== channel.id))
            }
          >
            <bdi>{channel.channel_label}</bdi>
          </Checkbox>
        ))}
      <FormError>{props.error}</FormError>
    </fieldset>
  );
}
