import { useLingui } from '@lingui/react/macro';
import type { ComposedRow } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../../../platform/use-now.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Drawer } from '../../../../ui/layer/drawer.tsx';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { contactName } from '../../../contacts/public.ts';
import { messageNoticeOf, ServerNotice, TemplatePreview } from '../../../inbox/public.ts';
import { useRows } from '../../../sync/public.ts';
import { useStateText } from '../use-state-text.ts';
import styles from './history.module.css';
import { numberOf, useAuthorLabel, useOriginLabels } from './use-history-columns.tsx';

type Display = Parameters<typeof TemplatePreview>[0]['display'];

export type MessageDetailsProps = {
  row: ComposedRow;
  /** Composes a new message like it. */
  onAgain: () => void;
  /** Retries this message; absent where that cannot work. */
  onRetry: (() => void) | undefined;
  /** Decides that it is never sent; absent where that is too late. */
  onDiscard: (() => void) | undefined;
  onClose: () => void;
};

/** The details of one message. */
export function MessageDetails({ row, onAgain, onRetry, onDiscard, onClose }: MessageDetailsProps) {
  const { t } = useLingui();
  const times = useTimeLabels();
  const nowMs = useNow();
  const channels = useRows('channels');
  const author = useAuthorLabel();
  const origin = useOriginLabels();
  const stateText = useStateText();
  const name = contactName(row.contact);
  const notice = messageNoticeOf(row, nowMs);
  const display = (row.template?.['display'] as Display | undefined) ?? { body: row.text?.body ?? '', buttons: [] };
  const facts = [
    [t`To`, `${name} ${numberOf(row)}`],
    [t`Time`, times.exact(row.created_at)],
    [t`Status`, stateText(row)],
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
      {notice !== null && <ServerNotice notice={notice} message={row} onSendAgain={onRetry} onDiscard={onDiscard} />}
      <TemplatePreview label={t`Preview`} name={String(row.template?.['name'] ?? '')} display={display} />
      <p>
        <CopyText label={t`Message ID`} text={row.id} />
      </p>
    </Drawer>
  );
}
