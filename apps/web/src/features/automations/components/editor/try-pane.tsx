import { useLingui } from '@lingui/react/macro';
import { IconRefresh, IconSend, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { usePastConversations } from '../../data/automations-data.ts';
import type { Trial } from '../../data/use-trial.ts';
import styles from './editor.module.css';
import phone from './try.module.css';
import { TryCost } from './try-cost.tsx';
import { TryTalk } from './try-talk.tsx';

type Props = {
  trial: Trial;
  blocked: boolean;
  /** Whether the lines of the trace stand between the messages: there is no column for them. */
  withTrace: boolean;
  onClose?: () => void;
};

/** A customer’s phone that talks to the draft: nothing is sent or kept. */
export function TryPane({ trial, blocked, withTrace, onClose }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const { data: conversations = [] } = usePastConversations();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return;
    trial.say(typed.trim());
    setTyped('');
  };
  return (
    <section className={styles.pane} aria-label={t`Dry run`}>
      <header className={styles.paneHead}>
        <h2>{t`Try it`}</h2>
        <Badge>{t`Nothing is sent`}</Badge>
        <span className={styles.space} />
        <IconButton size="sm" label={t`Restart`} onClick={trial.restart}>
          <IconRefresh {...icon} />
        </IconButton>
        {onClose !== undefined && (
          <IconButton size="sm" label={t`Close`} onClick={onClose}>
            <IconX {...icon} />
          </IconButton>
        )}
      </header>
      <div className={phone.desk}>
        <SelectField
          label={t`Customer`}
          clearable
          choices={[
            { value: 'made-up', label: t`Simulated customer` },
            ...conversations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={trial.threadId === '' ? 'made-up' : trial.threadId}
          onChange={(id) => trial.chooseThread(id === 'made-up' ? '' : id)}
        />
        <div className={phone.phone}>
          {blocked ? (
            <p className={styles.hint}>{t`Complete the steps marked in red to try this automation.`}</p>
          ) : (
            <TryTalk trial={trial} withTrace={withTrace} />
          )}
          <TryCost cost={trial.run?.cost ?? null} />
          <form className={phone.input} onSubmit={send}>
            <input
              aria-label={t`Message as the customer`}
              placeholder={t`Message as the customer`}
              dir="auto"
              value={typed}
              maxLength={1_000}
              onChange={(event) => setTyped(event.target.value)}
            />
            <IconButton type="submit" size="sm" label={t`Send`}>
              <IconSend {...icon} />
            </IconButton>
          </form>
        </div>
      </div>
    </section>
  );
}
