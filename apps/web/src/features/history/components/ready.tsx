import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { historyLimits } from '@parley/contract/history-limits';
import type { ChatSettings, HistoryImport } from '@parley/contract/types';
import { useEffect, useRef } from 'react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { setHistoryImport } from '../data/history-data.ts';
import { ChatForm, saveChat } from './chat-form.tsx';
import styles from './move.module.css';
import { SkippedList } from './skipped-list.tsx';
import { useCountsText } from './use-counts-text.ts';

const saveAfterMs = 600;
const noChat: ChatSettings = { phone_number: null, own_names: [], date_order: 'day_first', time_zone: 'UTC' };

/** What the file has, and what it leaves open; then the import. */
export function Ready({ row, onCancel }: { row: HistoryImport; onCancel: () => void }) {
  const { t } = useLingui();
  const countsText = useCountsText();
  const { chat, found } = row;
  const start = async (trial: boolean) => {
    setHistoryImport(await api('POST /api/history-imports/{id}/start', { params: { id: row.id }, body: { trial } }));
  };
  const form = useForm<ChatSettings>({
    initial: chat?.settings ?? noChat,
    check: ({ phone_number: phone, own_names: own }) => {
      if (chat === null) return {};
      return {
        ...(phone === null ? { phone_number: t`Enter the customer’s number.` } : {}),
        ...(own.length === 0 && chat.names.length > 1 ? { own_names: t`Choose the names that are yours.` } : {}),
      };
    },
    send: async (values) => {
      if (chat !== null) await saveChat(row.id, values);
      await start(false);
    },
  });
  const { values, busy } = form;
  const hasChat = chat !== null;
  const asked = useRef(values);
  // Answers survive a reload; what the server refuses is said when the import starts.
  useEffect(() => {
    if (!hasChat || busy || values === asked.current) return undefined;
    const timer = window.setTimeout(() => void saveChat(row.id, values).catch(() => undefined), saveAfterMs);
    return () => window.clearTimeout(timer);
  }, [hasChat, busy, row.id, values]);
  const { messages } = found;
  return (
    <Form onSubmit={form.submit}>
      <div className={styles.part}>
        {form.problem !== null && (
          <p role="alert" className={styles.bad}>
            {form.problem}
          </p>
        )}
        <p className={styles.found}>{t`This file has ${countsText(found)}.`}</p>
        <SkippedList row={row} />
        {chat !== null && (
          <ChatForm row={row} chat={chat} values={form.values} errors={form.errors} onChange={form.set} />
        )}
        <div className={styles.actions}>
          <Button type="submit" variant="filled" busy={form.busy}>
            {messages === 0 ? t`Import` : plural(messages, { one: 'Import # message', other: 'Import # messages' })}
          </Button>
          {found.threads > historyLimits.trialThreads && (
            <Button onClick={() => void start(true)}>{t`Try with 100 conversations`}</Button>
          )}
          <Button variant="plain" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        </div>
        <p className={styles.quiet}>{t`You can undo the import for 30 days.`}</p>
      </div>
    </Form>
  );
}
