import { useLingui } from '@lingui/react/macro';
import type { Channel, WorkingHours } from '@parley/contract/types';
import { useMemo, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { browserTimeZone, timeZoneChoices } from '../../../../platform/time-zone-choices.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { sortServerErrors } from '../../../../ui/use-form.ts';
import { useRows } from '../../../sync/public.ts';
import { usualHours } from '../../data/hours-draft.ts';
import { useOpeningText } from '../../data/opening-text.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';
import { useSeconds } from '../../data/use-seconds.ts';
import styles from './drawer.module.css';
import { HolidayList } from './hours-holidays.tsx';
import { WeekTable } from './hours-week.tsx';

/** The working hours of a channel. */
export function HoursView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const zone = useRows('clients')[0]?.time_zone ?? browserTimeZone();
  const [begun, setBegun] = useState(false);
  const { working_hours: hours } = channel;
  if (hours === null && !begun) {
    return (
      <EmptyState
        title={t`No working hours yet`}
        actions={<Button onClick={() => setBegun(true)}>{t`Set working hours`}</Button>}
      >
        {t`Set when your team replies on this channel. Your team sees whether it is open.`}
      </EmptyState>
    );
  }
  const done = () => setBegun(false);
  return <HoursForm key={JSON.stringify(hours)} channel={channel} initial={hours ?? usualHours(zone)} onDone={done} />;
}

type HoursFormProps = { channel: Channel; initial: WorkingHours; onDone: () => void };

function HoursForm({ channel, initial, onDone }: HoursFormProps) {
  const { t, i18n } = useLingui();
  const [hours, setHours] = useState(initial);
  const saving = useSaving(channel, onDone);
  const zones = useMemo(() => timeZoneChoices(i18n.locale, new Date()), [i18n.locale]);
  const opening = useOpeningText()(channel, useSeconds());
  const change = (part: Partial<WorkingHours>) => {
    setHours((before) => ({ ...before, ...part }));
    saving.forget();
  };
  const saved = channel.working_hours !== null;
  return (
    <Form onSubmit={() => saving.save(hours, t`The working hours were saved`)}>
      {opening && (
        <p className={styles.quiet} role="status">
          {opening}
        </p>
      )}
      <FormError>{saving.problem}</FormError>
      <SelectField
        label={t`Time zone`}
        choices={zones}
        value={hours.time_zone}
        error={saving.errors['time_zone'] ?? null}
        onChange={(time_zone) => change({ time_zone })}
      />
      <WeekTable days={hours.days} errors={saving.errors} onChange={(days) => change({ days })} />
      <HolidayList holidays={hours.holidays} errors={saving.errors} onChange={(holidays) => change({ holidays })} />
      <p className={styles.line}>
        <Button
          type="submit"
          variant="filled"
          busy={saving.busy}
          blocked={saved && JSON.stringify(hours) === JSON.stringify(initial)}
        >
          {t`Save the working hours`}
        </Button>
        <Button variant="plain" onClick={() => (saved ? void saving.save(null, t`Working hours removed`) : onDone())}>
          {saved ? t`Remove` : t`Cancel`}
        </Button>
      </p>
    </Form>
  );
}

/** Saving, and the server's errors by field path: `days.mon.0.to`. */
function useSaving({ id }: Channel, onDone: () => void) {
  const callErrorText = useCallErrorText();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (hours: WorkingHours | null, done: string) => {
    if (busy) return;
    setBusy(true);
    setErrors({});
    setProblem(null);
    try {
      await api('PUT /api/channels/{id}', { params: { id }, body: { working_hours: hours } });
      toast({ message: done });
      onDone();
    } catch (error) {
      const places = hours === null ? [] : placesOf(hours);
      const names = Object.fromEntries(places.map((place) => [`working_hours.${place}`, place]));
      const { byField, rest } = sortServerErrors(error, places, names);
      setErrors(byField);
      setProblem(rest ?? (Object.keys(byField).length > 0 ? null : callErrorText(error)));
    } finally {
      setBusy(false);
    }
  };
  return { errors, problem, busy, save, forget: () => setErrors({}) };
}

/** Every field path of working hours that has a control. */
function placesOf({ days, holidays }: WorkingHours): string[] {
  const ofDays = Object.entries(days).flatMap(([day, ranges]) =>
    ranges.flatMap((_, index) => [`days.${day}.${index}.from`, `days.${day}.${index}.to`]),
  );
  return [
    'time_zone',
    ...ofDays,
    ...holidays.flatMap((_, index) => [`holidays.${index}.date`, `holidays.${index}.name`]),
  ];
}
