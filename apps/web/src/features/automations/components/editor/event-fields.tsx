import { useLingui } from '@lingui/react/macro';
import type { FlowTrigger } from '@parley/contract/types';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useRows } from '../../../sync/public.ts';
import { useSentBroadcasts, useWebhooksCalled } from '../../data/trigger-choices.ts';
import { AttributeField } from './attribute-field.tsx';
import styles from './editor.module.css';
import { NumberField } from './number-field.tsx';
import { SavedValuesForm } from './saved-values-form.tsx';

type EventTrigger = Extract<
  FlowTrigger,
  { kind: 'field_changed' | 'list_joined' | 'campaign_reply' | 'incoming_webhook' }
>;
type Props<T extends EventTrigger = EventTrigger> = { trigger: T; onChange: (trigger: EventTrigger) => void };

/** In a choice: no certain one. */
const any = 'any';

/** What a trigger waits for outside of conversations, and in which one it runs. */
export function EventFields({ trigger, onChange }: Props) {
  const { t } = useLingui();
  const lists = useRows('contact_lists');
  switch (trigger.kind) {
    case 'field_changed':
      return (
        <>
          <AttributeField name={trigger.name} onChange={(name) => onChange({ ...trigger, name })} />
          <TextField
            label={t`New value`}
            note={t`optional`}
            help={t`Empty: any change.`}
            value={trigger.value}
            maxLength={200}
            onChange={(event) => onChange({ ...trigger, value: event.target.value })}
          />
          <PlaceField trigger={trigger} onChange={onChange} />
        </>
      );
    case 'list_joined':
      return (
        <>
          <SelectField
            label={t`Contact list`}
            choices={lists.map(({ id, name }) => ({ value: id, label: name }))}
            value={trigger.list_id ?? ''}
            onChange={(list_id) => onChange({ ...trigger, list_id })}
          />
          <PlaceField trigger={trigger} onChange={onChange} />
        </>
      );
    case 'campaign_reply':
      return <BroadcastFields trigger={trigger} onChange={onChange} />;
    case 'incoming_webhook':
      return <WebhookFields trigger={trigger} onChange={onChange} />;
  }
}

function BroadcastFields({ trigger, onChange }: Props<Extract<EventTrigger, { kind: 'campaign_reply' }>>) {
  const { t } = useLingui();
  const { data: sent = [] } = useSentBroadcasts();
  return (
    <>
      <SelectField
        label={t`Broadcast`}
        choices={[{ value: any, label: t`Any broadcast` }, ...sent.map(({ id, name }) => ({ value: id, label: name }))]}
        value={trigger.campaign_id ?? any}
        onChange={(id) => onChange({ ...trigger, campaign_id: id === any ? null : id })}
      />
      <NumberField
        {...{ label: t`Hours after the broadcast`, value: trigger.hours, min: 1, max: 720 }}
        onChange={(hours) => onChange({ ...trigger, hours })}
      />
    </>
  );
}

function WebhookFields({ trigger, onChange }: Props<Extract<EventTrigger, { kind: 'incoming_webhook' }>>) {
  const { t } = useLingui();
  const { data: webhooks = [] } = useWebhooksCalled();
  return (
    <>
      <SelectField
        label={t`Incoming webhook`}
        choices={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
        value={trigger.webhook_id ?? ''}
        onChange={(webhook_id) => onChange({ ...trigger, webhook_id })}
      />
      <PlaceField trigger={trigger} onChange={onChange} />
      <SavedValuesForm values={trigger.save} onChange={(save) => onChange({ ...trigger, save })} />
      <TextAreaField
        label={t`Sample body (JSON)`}
        note={t`optional`}
        help={t`A dry run uses its values.`}
        dir="ltr"
        value={trigger.sample}
        maxLength={8_000}
        onChange={(event) => onChange({ ...trigger, sample: event.target.value })}
      />
    </>
  );
}

/** The conversation in which the flow runs. */
function PlaceField({ trigger, onChange }: Props<Exclude<EventTrigger, { kind: 'campaign_reply' }>>) {
  const { t } = useLingui();
  const channels = useRows('channels');
  return (
    <>
      <SelectField
        label={t`Conversation`}
        choices={[
          { value: any, label: t`The most recent one` },
          ...channels.map(({ id, channel_label }) => ({ value: id, label: channel_label })),
        ]}
        value={trigger.channel_id ?? any}
        onChange={(id) => onChange({ ...trigger, channel_id: id === any ? null : id })}
      />
      {trigger.kind === 'incoming_webhook' && (
        <p className={styles.quiet}>
          {t`With a channel chosen, a message also starts a conversation with a new contact.`}
        </p>
      )}
    </>
  );
}
