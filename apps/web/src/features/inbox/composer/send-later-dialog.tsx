import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import styles from '../thread/scheduled.module.css';
import { localDay, localTime } from './local-time.ts';
import { snoozeChoices, snoozeTime } from './snooze-times.ts';

type Choice = 'tomorrow' | 'week' | 'reply' | 'own';

export type SendLaterDialogProps = {
  nowMs: number;
  /** When the reply window closes; null where there is none. */
  windowExpiresAt: string | null;
  /** The time so far, of a message that is scheduled already. */
  at?: string;
  /** It waits for the customer’s next message so far. */
  onReply?: boolean;
  title: string;
  confirm: string;
  /** Above the choice of the time. */
  children?: ReactNode;
  /** Whether something else keeps it from being confirmed. */
  blocked?: boolean;
  onChoose: (at: string) => void;
  onClose: () => void;
};

/** When a message is sent: tomorrow, on Monday, when the customer writes, or at a time of one's own. */
export function SendLaterDialog(props: SendLaterDialogProps) {
  const { t } = useLingui();
  const { nowMs, at: before } = props;
  const [choice, setChoice] = useState<Choice>(props.onReply ? 'reply' : before === undefined ? 'tomorrow' : 'own');
  const first = before ?? snoozeTime('tomorrow', nowMs);
  const [day, setDay] = useState<string | null>(localDay(first));
  const [time, setTime] = useState(localTime(first));
  const own = day === null || time === '' ? null : new Date(`${day}T${time}`);
  const at = choice === 'own' ? own : choice === 'reply' ? null : new Date(snoozeTime(choice, nowMs));
  const over = at !== null && at.getTime() <= nowMs;
  const { windowExpiresAt: expires } = props;
  const closes = at !== null && expires !== null && Date.parse(expires) <= at.getTime();
  return (
    <Dialog
      title={props.title}
      onClose={props.onClose}
      footer={
        <Button
          variant="filled"
          disabled={(at === null && choice !== 'reply') || over || props.blocked}
          onClick={() => {
            if (choice === 'reply') {
              props.onClose();
              return props.onChoose('reply');
            }
            if (at === null || at.getTime() <= Date.now()) return;
            props.onClose();
            props.onChoose(at.toISOString());
          }}
        >
          {props.confirm}
        </Button>
      }
    >
      {props.children}
      <div>
        <Segments
          label={t`Send`}
          segments={[
            { value: 'tomorrow', label: t`Tomorrow 9:00` },
            ...(snoozeChoices(nowMs).includes('week') ? [{ value: 'week' as const, label: t`Monday 9:00` }] : []),
            { value: 'reply', label: t`When they reply` },
            { value: 'own', label: t`Another time` },
          ]}
          value={choice}
          onChange={setChoice}
        />
      </div>
      {choice === 'own' && (
        <div className={styles.when}>
          <DateField label={t`Day`} value={day} onChange={setDay} min={localDay(new Date(nowMs).toISOString())} />
          <TimeField
            label={t`Time`}
            value={time}
            error={over ? t`This time has passed.` : undefined}
            onChange={setTime}
          />
        </div>
      )}
      {closes && (
        <p className={styles.warn}>
          {t`The reply window closes before then. The message is sent only if the customer writes again.`}
        </p>
      )}
    </Dialog>
  );
}
