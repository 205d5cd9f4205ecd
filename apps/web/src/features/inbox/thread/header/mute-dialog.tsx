import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import styles from './mute-dialog.module.css';

export type MuteDialogProps = {
  /** @param until a time, or `always` */
  onMute: (until: string) => void;
  onClose: () => void;
};

const hourMs = 3_600_000;

/** For how long the member gets no notifications of a conversation. */
export function MuteDialog({ onMute, onClose }: MuteDialogProps) {
  const { t } = useLingui();
  const group = useId();
  const [chosen, setChosen] = useState('8');
  const choices = [
    { hours: '8', label: t`8 hours` },
    { hours: '168', label: t`1 week` },
    { hours: 'always', label: t`Always` },
  ];
  const mute = () => {
    onClose();
    onMute(chosen === 'always' ? chosen : new Date(Date.now() + Number(chosen) * hourMs).toISOString());
  };
  return (
    <Dialog
      title={t`Mute conversation`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="filled" onClick={mute}>{t`Mute`}</Button>
        </>
      }
    >
      <p>{t`You get no notifications unless a note mentions you. Your team isn’t affected.`}</p>
      <fieldset className={styles.choices}>
        <legend>{t`For how long`}</legend>
        {choices.map(({ hours, label }) => (
          <label key={hours} className={styles.choice}>
            <input
              type="radio"
              name={group}
              data-focus={hours === chosen || undefined}
              checked={hours === chosen}
              onChange={() => setChosen(hours)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
