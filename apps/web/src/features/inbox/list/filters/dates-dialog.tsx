import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';

export type DatesDialogProps = {
  since: string | null;
  until: string | null;
  onChoose: (since: string | null, until: string | null) => void;
  onClose: () => void;
};

/** The first and last day of a filter; either may be left open. */
export function DatesDialog({ since, until, onChoose, onClose }: DatesDialogProps) {
  const { t } = useLingui();
  const [from, setFrom] = useState(since);
  const [to, setTo] = useState(until);
  const reversed = from !== null && to !== null && to < from;
  return (
    <Dialog
      title={t`Last activity`}
      onClose={onClose}
      footer={
        <Button
          variant="filled"
          disabled={reversed}
          onClick={() => {
            onClose();
            onChoose(from, to);
          }}
        >
          {t`Apply`}
        </Button>
      }
    >
      <DateField label={t`From`} value={from} onChange={setFrom} />
      <DateField
        label={t`To`}
        value={to}
        onChange={setTo}
        error={reversed ? t`The end date must be on or after the start date.` : undefined}
      />
    </Dialog>
  );
}
