import { useLingui } from '@lingui/react/macro';
import { hoursOfChannel } from '@parley/contract/opening';
import type { Channel, WorkingHours } from '@parley/contract/types';
import { useMemo, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { browserTimeZone, timeZoneChoices } from '../../../../platform/time-zone-choices.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { usualHours } from '../../../../ui/hours/hours-draft.ts';
import { HoursFields, hoursPlaces } from '../../../../ui/hours/hours-fields.tsx';
import { useOpeningText } from '../../../../ui/hours/opening-text.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { sortServerErrors } from '../../../../ui/use-form.ts';
import { useRows } from '../../../sync/public.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';
import { useSeconds } from '../../data/use-seconds.ts';
import styles from './drawer.module.css';

/** The working hours of a channel; without its own it has those of the business. */
export function HoursView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const client = useRows('clients')[0];
  const [begun, setBegun] = useState(false);
  const openingText = useOpeningText();
  const nowMs = useSeconds();
  const { working_hours: own } = channel;
  const ofBusiness = client === undefined ? null : hoursOfChannel({ working_hours: null }, client);
  if (own === null && !begun) {
    return (
      <EmptyState
        title={ofBusiness ? t`The working hours of the business` : t`No working hours yet`}
        actions={<Button onClick={() => setBegun(true)}>{ofBusiness ? t`Change hours` : t`Set working hours`}</Button>}
      >
        {ofBusiness
          ? t`${openingText(ofBusiness, nowMs + channel.clock_offset_ms)}. This channel has no hours of its own, so it follows those of the business.`
          : t`Set when your team replies on this channel. Your team sees whether it is open.`}
      </EmptyState>
    );
  }
  const initial = own ?? ofBusiness ?? usualHours(client?.time_zone ?? browserTimeZone());
  const done = () => setBegun(false);
  return (
    <HoursForm
      key={JSON.stringify(own)}
      channel={channel}
      initial={initial}
      followsBusiness={ofBusiness !== null}
      onDone={done}
    />
  );
}

type HoursFormProps = { channel: Channel; initial: WorkingHours; followsBusiness: boolean; onDone: () => void };

function HoursForm({ channel, initial, followsBusiness, onDone }: HoursFormProps) {
  const { t, i18n } = useLingui();
  const [hours, setHours] = useState(initial);
  const saving = useSaving(channel, onDone);
  const zones = useMemo(() => timeZoneChoices(i18n.locale, new Date()), [i18n.locale]);
  const opening = useOpeningText()(channel.working_hours, useSeconds() + channel.clock_offset_ms);
  const change = (part: Partial<WorkingHours>) => {
    setHours((before) => ({ ...before, ...part }));
    saving.forget();
  };
  const saved = channel.working_hours !== null;
  const remove = followsBusiness ? t`Use business hours` : t`Remove`;
  return (
    <Form onSubmit={() => saving.save(hours, t`Working hours saved`)}>
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
      <HoursFields hours={hours} errors={saving.errors} onChange={change} />
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
          {saved ? remove : t`Cancel`}
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
      const places = hours === null ? [] : ['time_zone', ...hoursPlaces(hours)];
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
