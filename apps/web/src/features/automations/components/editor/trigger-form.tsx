import { useLingui } from '@lingui/react/macro';
import { weekdays } from '@parley/contract/opening';
import type { FlowTrigger, Weekday } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextAreaField } from '../../../../ui/field.tsx';
import { TimeField } from '../../../../ui/fields/time-field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useStages } from '../../../stages/public.ts';
import { useAccess, useRows } from '../../../sync/public.ts';
import styles from './editor.module.css';
import { EventFields } from './event-fields.tsx';
import { NumberField } from './number-field.tsx';
import { WordsField } from './words-field.tsx';

type Props = { trigger: FlowTrigger; onChange: (trigger: FlowTrigger) => void };

function emptyTrigger(kind: FlowTrigger['kind'] | 'done' | 'reopened'): FlowTrigger {
  switch (kind) {
    case 'keyword':
      return { kind, match: 'contains', words: [] };
    case 'reply':
      return { kind, titles: [] };
    case 'done':
      return { kind: 'thread', state: 'DONE' };
    case 'thread':
    case 'reopened':
      return { kind: 'thread', state: 'ACTIVE' };
    case 'no_reply':
      return { kind, minutes: 15 };
    case 'window_closing':
      return { kind, minutes: 30 };
    case 'schedule': {
      const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
      return {
        kind,
        days: ['mon', 'tue', 'wed', 'thu', 'fri'],
        at: '09:00',
        time_zone,
        list_id: null,
        channel_id: null,
      };
    }
    case 'label_added':
      return { kind, label_id: null };
    case 'stage_set':
      return { kind, stage_id: null };
    case 'field_changed':
      return { kind, name: '', value: '', channel_id: null };
    case 'list_joined':
      return { kind, list_id: null, channel_id: null };
    case 'campaign_reply':
      return { kind, campaign_id: null, hours: 72 };
    case 'incoming_webhook':
      return { kind, webhook_id: null, channel_id: null, save: [], sample: '' };
    case 'message':
    case 'first_message':
      return { kind };
  }
}

export function TriggerForm({ trigger, onChange }: Props) {
  const { t } = useLingui();
  const kinds = [
    { value: 'message', label: t`Message received` },
    { value: 'keyword', label: t`Keyword in a message` },
    { value: 'first_message', label: t`First message from a contact` },
    { value: 'reply', label: t`Button or list reply` },
    { value: 'reopened', label: t`Conversation reopened` },
    { value: 'done', label: t`Conversation marked as done` },
    { value: 'label_added', label: t`Label added` },
    { value: 'stage_set', label: t`Moved to a stage` },
    { value: 'no_reply', label: t`No answer for a while` },
    { value: 'window_closing', label: t`Reply window closing` },
    { value: 'campaign_reply', label: t`Reply to a broadcast` },
    { value: 'field_changed', label: t`Custom attribute changed` },
    { value: 'list_joined', label: t`Contact joined a list` },
    { value: 'incoming_webhook', label: t`Incoming webhook called` },
    { value: 'schedule', label: t({ message: 'Schedule', context: 'noun' }) },
  ] as const;
  const kind = trigger.kind === 'thread' ? (trigger.state === 'DONE' ? 'done' : 'reopened') : trigger.kind;
  return (
    <>
      <SelectField
        label={t`Starts with`}
        choices={kinds}
        value={kind}
        onChange={(value) => onChange(emptyTrigger(value as (typeof kinds)[number]['value']))}
      />
      <TriggerFields trigger={trigger} onChange={onChange} />
    </>
  );
}

function TriggerFields({ trigger, onChange }: Props) {
  const { t } = useLingui();
  const labels = useRows('labels');
  const stages = useStages();
  switch (trigger.kind) {
    case 'keyword':
      return <WordsField {...trigger} onChange={(words) => onChange({ ...trigger, ...words })} />;
    case 'reply':
      return (
        <TextAreaField
          label={t`Buttons or rows, one per line`}
          help={t`Empty: any button or row.`}
          value={trigger.titles.join('\n')}
          onChange={(event) => onChange({ ...trigger, titles: event.target.value.split('\n').slice(0, 50) })}
        />
      );
    case 'no_reply':
    case 'window_closing':
      return (
        <NumberField
          label={t`Minutes`}
          value={trigger.minutes}
          min={1}
          max={trigger.kind === 'no_reply' ? 43_200 : 1_380}
          onChange={(minutes) => onChange({ ...trigger, minutes })}
        />
      );
    case 'label_added':
      return (
        <SelectField
          label={t`Label`}
          choices={labels.map(({ id, name }) => ({ value: id, label: name }))}
          value={trigger.label_id ?? ''}
          onChange={(label_id) => onChange({ ...trigger, label_id })}
        />
      );
    case 'stage_set':
      if (stages.length === 0) return <NoStages />;
      return (
        <SelectField
          label={t`Stage`}
          choices={stages.map(({ id, name }) => ({ value: id, label: name }))}
          value={trigger.stage_id ?? ''}
          onChange={(stage_id) => onChange({ ...trigger, stage_id })}
        />
      );
    case 'schedule':
      return <ScheduleFields trigger={trigger} onChange={onChange} />;
    case 'field_changed':
    case 'list_joined':
    case 'campaign_reply':
    case 'incoming_webhook':
      return <EventFields trigger={trigger} onChange={onChange} />;
    default:
      return null;
  }
}

/** Where the stages are made that the trigger needs. */
function NoStages() {
  const { t } = useLingui();
  const { role } = useAccess();
  if (role === 'User') return <p className={styles.quiet}>{t`No stages yet. Ask an Admin to add some.`}</p>;
  return (
    <p className={styles.quiet}>
      {t`No stages yet.`}{' '}
      <Link to="/settings/business" hash="stages">
        {t`Add stages in the business settings`}
      </Link>
    </p>
  );
}

type Schedule = Extract<FlowTrigger, { kind: 'schedule' }>;

function ScheduleFields({ trigger, onChange }: { trigger: Schedule; onChange: (next: Schedule) => void }) {
  const { t } = useLingui();
  const lists = useRows('contact_lists');
  const channels = useRows('channels');
  const names: Record<Weekday, string> = {
    ...{ mon: t`Mon`, tue: t`Tue`, wed: t`Wed`, thu: t`Thu`, fri: t`Fri`, sat: t`Sat`, sun: t`Sun` },
  };
  const toggle = (day: Weekday) =>
    weekdays.filter((one) => (one === day ? !trigger.days.includes(day) : trigger.days.includes(one)));
  return (
    <>
      <fieldset className={styles.days} aria-label={t`Days`}>
        {weekdays.map((day) => (
          <Checkbox
            key={day}
            checked={trigger.days.includes(day)}
            onChange={() => onChange({ ...trigger, days: toggle(day) })}
          >
            {names[day]}
          </Checkbox>
        ))}
      </fieldset>
      <TimeField
        label={t`Time`}
        note={trigger.time_zone}
        value={trigger.at}
        onChange={(at) => onChange({ ...trigger, at })}
      />
      <SelectField
        label={t`Contact list`}
        choices={lists.map(({ id, name }) => ({ value: id, label: name }))}
        value={trigger.list_id ?? ''}
        onChange={(list_id) => onChange({ ...trigger, list_id })}
      />
      <SelectField
        label={t`Channel`}
        choices={channels.map(({ id, channel_label }) => ({ value: id, label: channel_label }))}
        value={trigger.channel_id ?? ''}
        onChange={(channel_id) => onChange({ ...trigger, channel_id })}
      />
    </>
  );
}
