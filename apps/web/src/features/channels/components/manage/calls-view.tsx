import { Plural, useLingui } from '@lingui/react/macro';
import { hoursOfChannel } from '@parley/contract/opening';
import type { CallSettings, Channel, Client } from '@parley/contract/types';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { browserTimeZone, timeZoneChoices } from '../../../../platform/time-zone-choices.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { hoursPlaces } from '../../../../ui/hours/hours-fields.tsx';
import { WeekTable } from '../../../../ui/hours/week-table.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { sortServerErrors } from '../../../../ui/use-form.ts';
import { useRows } from '../../../sync/public.ts';
import { type CallDraft, callChange, callDraft } from '../../data/call-settings.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';
import styles from './drawer.module.css';

/** How customers can call the number: read from WhatsApp, which keeps it. */
export function CallsView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const [found, setFound] = useState<CallSettings | null>(null);
  const [error, setError] = useState<unknown>(null);
  const client = useRows('clients')[0];
  const read = useCallback(() => {
    setError(null);
    api('GET /api/channels/{id}/calling', { params: { id: channel.id } })
      .then(setFound)
      .catch(setError);
  }, [channel.id]);
  useEffect(read, [read]);
  if (error !== null) {
    return <ProblemState title={t`Couldn’t load the call settings from WhatsApp`} error={error} onRetry={read} />;
  }
  if (found === null) return <Skeleton shape="text" label={t`Checking with WhatsApp`} count={4} />;
  return <CallsForm key={JSON.stringify(found)} channel={channel} client={client} found={found} onSaved={setFound} />;
}

type CallsFormProps = {
  channel: Channel;
  /** Whose working hours are suggested. */
  client: Client | undefined;
  found: CallSettings;
  onSaved: (found: CallSettings) => void;
};

/** The settings themselves; also shown in the gallery. */
export function CallsForm({ channel, client, found, onSaved }: CallsFormProps) {
  const { t } = useLingui();
  const suggested = client === undefined ? channel.working_hours : hoursOfChannel(channel, client);
  const [before] = useState(() => callDraft(found, suggested, client?.time_zone ?? browserTimeZone()));
  const [draft, setDraft] = useState(before);
  const saving = useSaving(channel, onSaved);
  const change = (part: Partial<CallDraft>) => {
    setDraft((now) => ({ ...now, ...part }));
    saving.forget();
  };
  const changes = callChange(before, draft);
  return (
    <Form onSubmit={() => saving.save(changes, draft)}>
      <FormError>{saving.problem}</FormError>
      <p className={styles.quiet}>
        {t`WhatsApp keeps these settings. It turns calls on for numbers that may write to 2,000 customers a day or more, and customers’ phones learn of a change within a week.`}
      </p>
      <Checkbox checked={draft.enabled} onChange={({ target }) => change({ enabled: target.checked })}>
        {t`Calls are on: customers can call, and your team can call those who allow it`}
      </Checkbox>
      {draft.enabled && (
        <>
          <Checkbox checked={draft.icon_shown} onChange={({ target }) => change({ icon_shown: target.checked })}>
            {t`Show customers the call button in the chat`}
          </Checkbox>
          <Checkbox checked={draft.asks_callback} onChange={({ target }) => change({ asks_callback: target.checked })}>
            {t`Ask customers who call to allow calls from you`}
          </Checkbox>
          <CallTimes draft={draft} errors={saving.errors} exceptions={found.exceptions} onChange={change} />
        </>
      )}
      <p>
        <Button type="submit" variant="filled" busy={saving.busy} blocked={Object.keys(changes).length === 0}>
          {t`Save the call settings`}
        </Button>
      </p>
    </Form>
  );
}

type CallTimesProps = {
  draft: CallDraft;
  errors: Readonly<Record<string, string>>;
  exceptions: number;
  onChange: (part: Partial<CallDraft>) => void;
};

function CallTimes({ draft, errors, exceptions, onChange }: CallTimesProps) {
  const { t, i18n } = useLingui();
  const zones = useMemo(() => timeZoneChoices(i18n.locale, new Date()), [i18n.locale]);
  return (
    <>
      <p className={styles.line}>
        <Segments
          label={t`When customers can call`}
          segments={[
            { value: 'always', label: t`At any time` },
            { value: 'timed', label: t`At set hours` },
          ]}
          value={draft.timed ? 'timed' : 'always'}
          onChange={(when) => onChange({ timed: when === 'timed' })}
        />
      </p>
      {draft.timed && (
        <>
          <p className={styles.quiet}>
            {t`Outside these hours WhatsApp offers customers to write instead. At most two times a day, and none past midnight.`}
          </p>
          <SelectField
            label={t`Time zone`}
            choices={zones}
            value={draft.time_zone}
            error={errors['time_zone'] ?? null}
            onChange={(time_zone) => onChange({ time_zone })}
          />
          <WeekTable days={draft.days} errors={errors} most={2} onChange={(days) => onChange({ days })} />
          {exceptions > 0 && (
            <p className={styles.quiet}>
              <Plural
                value={exceptions}
                one="WhatsApp Manager has other hours for # day. They stay as they are."
                other="WhatsApp Manager has other hours for # days. They stay as they are."
              />
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Saving, and the server’s errors by field path: `days.mon.0.to`. */
function useSaving({ id }: Channel, onSaved: (found: CallSettings) => void) {
  const { t } = useLingui();
  const callErrorText = useCallErrorText();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (body: ReturnType<typeof callChange>, { days }: CallDraft) => {
    if (busy) return;
    setBusy(true);
    setErrors({});
    setProblem(null);
    try {
      const found = await api('PUT /api/channels/{id}/calling', { params: { id }, body });
      toast({ message: t`Call settings saved` });
      onSaved(found);
    } catch (error) {
      const places = ['time_zone', ...hoursPlaces({ days, holidays: [] })];
      const names = Object.fromEntries(places.map((place) => [`hours.${place}`, place]));
      const { byField, rest } = sortServerErrors(error, places, names);
      setErrors(byField);
      setProblem(rest ?? (Object.keys(byField).length > 0 ? null : callErrorText(error)));
    } finally {
      setBusy(false);
    }
  };
  return { errors, problem, busy, save, forget: () => setErrors({}) };
}
