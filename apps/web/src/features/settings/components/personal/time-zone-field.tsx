import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { saveTimeZone } from '../../../../platform/time-zone.ts';
import { useErrorMessage } from '../../../../ui/error-messages.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import type { CurrentUser } from '../../../identity/public.ts';
import { deviceTimeZone, useOwnTimeZones } from './own-time-zones.ts';

/** The time zone that times are shown in; saved when chosen, with undo. */
export function TimeZoneField({
  saved,
  onSaved,
}: {
  saved: string | null;
  onSaved: (currentUser: CurrentUser) => void;
}) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const choices = useOwnTimeZones();
  const [problem, setProblem] = useState<string | null>(null);
  const label = t`Time zone`;
  const save = async (zone: string | null, before: string | null): Promise<void> => {
    setProblem(null);
    try {
      onSaved(await api('PUT /api/auth/profile', { body: { time_zone: zone } }));
      saveTimeZone(zone);
      toast({ message: t`${label} saved`, action: { label: t`Undo`, run: () => void save(before, zone) } });
    } catch (error) {
      setProblem(words(error));
    }
  };
  return (
    <SelectField
      label={label}
      note={t`times you see`}
      error={problem}
      choices={choices}
      value={saved ?? deviceTimeZone}
      onChange={(value) => {
        const zone = value === deviceTimeZone ? null : value;
        if (zone !== saved) void save(zone, saved);
      }}
    />
  );
}
