import { useLingui } from '@lingui/react/macro';
import type { RunStep } from '@parley/contract/types';
import { IconClock, IconCornerUpLeft, IconList } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { numbered } from '../../data/numbered.ts';
import { useTraceWords } from '../../data/use-trace-words.ts';
import { isMessage, linesOf, repliesOf, type Trial } from '../../data/use-trial.ts';
import styles from './editor.module.css';
import phone from './try.module.css';

/** The conversation so far, as the customer sees it, with what the automation did besides. */
export function TryTalk({ trial, withTrace }: { trial: Trial; withTrace: boolean }) {
  const { t } = useLingui();
  const errorWords = useServerErrorMessage();
  const { states, reason } = useTraceWords();
  const list = useRef<HTMLOListElement>(null);
  const { run, error, unanswered } = trial;
  const lines = run === undefined ? [] : linesOf(run);
  const length = lines.length + unanswered.length;
  useEffect(() => {
    if (length > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [length]);
  if (error !== null) return <p className={styles.hint}>{errorWords(error)}</p>;
  return (
    <ol ref={list} className={phone.talk} aria-live="polite">
      {length === 0 && <li className={phone.event}>{t`Write as the customer to start.`}</li>}
      {numbered(lines).map(({ key, one: line }) =>
        'said' in line ? (
          <CustomerLine key={key} text={line.said} />
        ) : (
          <Line key={key} {...line} trial={trial} withTrace={withTrace} />
        ),
      )}
      {numbered(unanswered).map(({ key, one: text }) => (
        <CustomerLine key={`unanswered ${key}`} text={text} />
      ))}
      {run?.state != null && unanswered.length === 0 && (
        <li className={phone.event}>{[states[run.state], reason(run.reason)].filter(Boolean).join(' · ')}</li>
      )}
    </ol>
  );
}

function CustomerLine({ text }: { text: string }) {
  return (
    <li className={phone.customer} dir="auto">
      {text}
    </li>
  );
}

type LineProps = { step: RunStep; at: number; trial: Trial; withTrace: boolean };

function Line({ step, at, trial, withTrace }: LineProps) {
  const { title, words } = useTraceWords();
  if (isMessage(step)) return <BotMessage step={step} trial={trial} />;
  const failed = step.outcome === 'failed' || step.outcome === 'refused';
  const isWait = step.outcome === 'waiting';
  // The customer sees none of it; what went wrong and what took time is shown even so.
  if (!withTrace && !failed && !isWait) return null;
  const text = words(step) === '' ? title(step) : `${title(step)}: ${words(step)}`;
  return (
    <li className={phone.event} data-bad={failed || undefined}>
      <button type="button" aria-pressed={trial.line === at} onClick={() => trial.choose(at)}>
        {isWait && <IconClock {...smallIcon} />}
        <span dir="auto">{text}</span>
      </button>
    </li>
  );
}

function BotMessage({ step, trial }: { step: RunStep; trial: Trial }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { opens, replies } = repliesOf(step);
  const text = ['file', 'text']
    .map((name) => step.detail[name])
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n');
  const isListed = opens !== null;
  return (
    <li className={phone.bot}>
      <span dir="auto">{text}</span>
      {isListed && (
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconList {...smallIcon} />
          {opens || t`Choose`}
        </button>
      )}
      {(!isListed || open) &&
        replies.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            dir="auto"
            onClick={() => {
              trial.say(title, id);
              setOpen(false);
            }}
          >
            {!isListed && <IconCornerUpLeft {...smallIcon} />}
            {title}
          </button>
        ))}
    </li>
  );
}
