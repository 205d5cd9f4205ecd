import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { keepTimeZone } from '../../../platform/time-zone.ts';
import { KitScope } from '../../../ui/kit-scope.tsx';
import { useRequestWords } from '../../../ui/request-words.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Person } from '../../identity/public.ts';
import { asDevice, useOwnTimeZones } from './own-time-zones.ts';

/** In which zone times are shown; saved as it is chosen, and can be taken back. */
export function TimeZoneField({ saved, onSaved }: { saved: string | null; onSaved: (person: Person) => void }) {
  const { t } = useLingui();
  const words = useRequestWords();
  const choices = useOwnTimeZones();
  const [problem, setProblem] = useState<string | null>(null);
  const label = t`Time zone`;
  const save = async (zone: string | null, before: string | null): Promise<void> => {
    setProblem(null);
    try {
      onSaved(await api('PUT /api/auth/profile', { body: { time_zone: zone } }));
      keepTimeZone(zone);
      toast({ message: t`${label} saved`, action: { label: t`Undo`, run: () => void save(before, zone) } });
    } catch (error) {
      setProblem(words(error));
    }
  };
  return (
    <KitScope>
      <SelectField
        label={label}
        note={t`times you see`}
        error={problem}
        choices={choices}
        value={saved ?? asDevice}
        onChange={(value) => {
          const zone = value === asDevice ? null : value;
          if (zone !== saved) void save(zone, saved);
        }}
      />
    </KitScope>
  );
}
