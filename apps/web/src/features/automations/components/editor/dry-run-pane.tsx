import { useLingui } from '@lingui/react/macro';
import type { Flow, RunStep } from '@parley/contract/types';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { inputClass } from '../../../../ui/field.tsx';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { type DryRunMessages, useDryRun, usePastConversations } from '../../data/automations-data.ts';
import { numbered } from '../../data/numbered.ts';
import { useTraceWords } from '../../data/use-trace-words.ts';
import styles from './editor.module.css';

/** Plays the customer against the draft: nothing is sent or kept. */
export function DryRunPane({ flow, blocked }: { flow: Flow; blocked: boolean }) {
  const { t } = useLingui();
  const [threadId, setThreadId] = useState('');
  const [typed, setTyped] = useState('');
  const [messages, setMessages] = useState<DryRunMessages>([]);
  const { data: conversations = [] } = usePastConversations();
  const later = useDebounced(JSON.stringify(flow), 500);
  const restart = () => setMessages([]);
  const say = (text: string, replyId?: string) =>
    setMessages([...messages, replyId === undefined ? { text } : { text, reply_id: replyId }]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return;
    say(typed.trim());
    setTyped('');
  };
  return (
    <section className={styles.pane} aria-label={t`Dry run`}>
      <header className={styles.paneHead}>
        <h2>{t`Dry run`}</h2>
        <Badge>{t`Nothing is sent`}</Badge>
        <span className={styles.space} />
        <IconButton size="sm" label={t`Restart`} onClick={restart}>
          <IconRefresh {...icon} />
        </IconButton>
      </header>
      <div className={styles.dryTop}>
        <SelectField
          label={t`Customer`}
          clearable
          choices={[
            { value: 'made-up', label: t`Simulated customer` },
            ...conversations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={threadId === '' ? 'made-up' : threadId}
          onChange={(id) => {
            restart();
            setThreadId(id === 'made-up' ? '' : id);
          }}
        />
      </div>
      {blocked ? (
        <p className={styles.hint}>{t`Complete the steps marked in red to try this automation.`}</p>
      ) : (
        <Talk
          flow={JSON.parse(later) as Flow}
          threadId={threadId}
          messages={messages}
          onTap={(title) => say(title, title)}
        />
      )}
      <form className={styles.dryInput} onSubmit={send}>
        <input
          className={inputClass()}
          aria-label={t`Message as the customer`}
          placeholder={t`Message as the customer`}
          dir="auto"
          value={typed}
          maxLength={1_000}
          onChange={(event) => setTyped(event.target.value)}
        />
        <IconButton type="submit" label={t`Send`}>
          <IconSend {...icon} />
        </IconButton>
      </form>
    </section>
  );
}

type TalkProps = { flow: Flow; threadId: string; messages: DryRunMessages; onTap: (title: string) => void };

function Talk({ flow, threadId, messages, onTap }: TalkProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const trace = useTraceWords();
  // Of a past conversation its own messages come first.
  const { data, error } = useDryRun(flow, threadId, threadId !== '' && messages.length === 0 ? null : messages);
  if (error !== null) return <p className={styles.hint}>{words(error)}</p>;
  if (data === undefined) return <p className={styles.hint} />;
  const lines: ({ said: string } | RunStep)[] = [];
  data.steps.forEach((step, at) => {
    lines.push(...data.messages.filter((one) => one.step === at).map(({ text }) => ({ said: text })));
    lines.push(step);
  });
  lines.push(...data.messages.filter((one) => one.step >= data.steps.length).map(({ text }) => ({ said: text })));
  return (
    <ol className={styles.talk} aria-live="polite">
      {lines.length === 0 && <li className={styles.hint}>{t`Write as the customer to start.`}</li>}
      {numbered(lines).map(({ key, one: line }) =>
        'said' in line ? (
          <li key={key} className={styles.customer} dir="auto">
            {line.said}
          </li>
        ) : (
          <DryLine key={key} step={line} title={trace.title(line)} words={trace.words(line)} onTap={onTap} />
        ),
      )}
      {data.state !== null && (
        <li className={styles.event}>
          {[trace.states[data.state], trace.reason(data.reason)].filter(Boolean).join(' · ')}
        </li>
      )}
    </ol>
  );
}

type LineProps = { step: RunStep; title: string; words: string; onTap: (title: string) => void };

function DryLine({ step, title, words, onTap }: LineProps) {
  const options = Array.isArray(step.detail['options']) ? (step.detail['options'] as string[]) : [];
  const text = ['file', 'text']
    .map((name) => step.detail[name])
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n');
  if (!['sent', 'asked', 'retried'].includes(step.outcome)) {
    return (
      <li className={styles.event} data-bad={step.outcome === 'failed' || undefined}>
        {words === '' ? title : `${title}: ${words}`}
      </li>
    );
  }
  return (
    <li className={styles.bot} dir="auto">
      {text}
      {options.map((option) => (
        <button key={option} type="button" onClick={() => onTap(option)}>
          {option}
        </button>
      ))}
    </li>
  );
}
