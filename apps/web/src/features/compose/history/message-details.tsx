import { useLingui } from '@lingui/react/macro';
import type { ComposedRow } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/layer/drawer.tsx';
import { tickStateOf } from '../../../ui/tick-state.ts';
import { useTickWords } from '../../../ui/ticks.tsx';
import { contactName } from '../../contacts/public.ts';
import { messageNoticeOf, ServerNotice, useNow, useTimeWords } from '../../inbox/public.ts';
import { useRows } from '../../sync/public.ts';
import { CopyText } from '../../team/public.ts';
import { TemplatePreview } from '../components/template-parts.ts';
import styles from './history.module.css';
import { numberOf, useAuthorWords, useOriginWords } from './use-history-columns.tsx';

type Display = Parameters<typeof TemplatePreview>[0]['display'];

export type MessageDetailsProps = {
  row: ComposedRow;
  /** Begins a new message like it. */
  onAgain: () => void;
  /** Tries this very message once more; absent where that cannot work. */
  onRetry: (() => void) | undefined;
  onClose: () => void;
};

/** Everything that is known of one message. */
export function MessageDetails({ row, onAgain, onRetry, onClose }: MessageDetailsProps) {
  const { t } = useLingui();
  const times = useTimeWords();
  const nowMs = useNow();
  const channels = useRows('channels');
  const author = useAuthorWords();
  const origin = useOriginWords();
  const tickWords = useTickWords();
  const name = contactName(row.contact);
  const notice = messageNoticeOf(row, nowMs);
  const display = (row.template?.['display'] as Display | undefined) ?? { body: row.text?.body ?? '', buttons: [] };
  const facts = [
    [t`To`, `${name} ${numberOf(row)}`],
    [t`Time`, times.exact(row.created_at)],
    [t`Status`, tickWords(tickStateOf(row.status, row.send_state))],
    [t`Channel`, channels.find(({ id }) => id === row.channel_id)?.channel_label ?? '–'],
    [t`By`, author(row.created_by)],
    [t`Origin`, origin(row.medium)],
    ...(row.template === undefined ? [] : [[t`Template`, `${row.template['name']} · ${row.template['language']}`]]),
  ];
  return (
    <Drawer
      title={t`Message to ${name}`}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onAgain}>{t`Send again`}</Button>
          <Link
            to="/inbox/$thread_id"
            params={{ thread_id: row.thread_id }}
            className={buttonClass({ variant: 'filled' })}
          >
            {t`Open conversation`}
          </Link>
        </>
      }
    >
      <dl className={styles.facts}>
        {facts.map(([word, value]) => (
          <div key={word} style={{ display: 'contents' }}>
            <dt>{word}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {notice !== null && <ServerNotice notice={notice} onSendAgain={onRetry} />}
      <TemplatePreview label={t`How it looked`} name={String(row.template?.['name'] ?? '')} display={display} />
      <p>
        <CopyText label={t`Id of the message`} text={row.id} />
      </p>
    </Drawer>
  );
}
