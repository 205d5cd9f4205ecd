import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { TimeField } from '../../../../ui/fields/time-field.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { localDay } from '../../composer/local-time.ts';
import { snoozeTime } from '../../composer/snooze-times.ts';

export type SnoozeDialogProps = { nowMs: number; onSnooze: (until: string) => void; onClose: () => void };

/** A day and an hour of one's own. */
export function SnoozeDialog({ nowMs, onSnooze, onClose }: SnoozeDialogProps) {
  const { t } = useLingui();
  const [day, setDay] = useState<string | null>(localDay(snoozeTime('tomorrow', nowMs)));
  const [time, setTime] = useState('09:00');
  const at = day === null || time === '' ? null : new Date(`${day}T${time}`);
  const over = at !== null && at.getTime() <= Date.now();
  return (
    <Dialog
      title={t`Snooze until`}
      onClose={onClose}
      footer={
        <Button
          variant="filled"
          disabled={at === null || over}
          onClick={() => {
            if (at === null || at.getTime() <= Date.now()) return;
            onClose();
            onSnooze(at.toISOString());
          }}
        >
          {t`Snooze`}
        </Button>
      }
    >
      <DateField label={t`Day`} value={day} onChange={setDay} min={localDay(new Date(nowMs).toISOString())} />
      <TimeField label={t`Time`} value={time} error={over ? t`This time has passed.` : undefined} onChange={setTime} />
    </Dialog>
  );
}
