import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { clientEvents } from '../../../platform/client-events.ts';
import { followEvents } from '../../../platform/follow-events.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { useOnline } from '../../../platform/online.ts';
import { Button } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { Form, FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { readBrowserFacts } from '../data/browser-facts.ts';
import { buildDetails, buildReport, emptyDraft, type ReportDraft, reportedPage } from '../data/report-body.ts';
import { readConversation } from '../data/report-conversation.ts';
import { sendReport } from '../data/report-queue.ts';
import type { StoredDraft } from '../data/report-store.ts';
import type { Shot } from '../data/shots.ts';
import { useFlatShots } from '../data/use-flat-shots.ts';
import { useSavedDraft, useStoredDraft } from '../data/use-report-draft.ts';
import styles from './feedback.module.css';
import { OwnReports } from './own-reports.tsx';
import { ReportFields } from './report-fields.tsx';
import { ReportPreview } from './report-preview.tsx';

const commands: Command[] = [{ id: 'report.send', group: 'page', title: msg`Send report`, keys: 'mod+enter' }];

type EditorProps = {
  onSent: () => void;
  onShowAll: () => void;
  onOpen: (id: string) => void;
  /** Above the form. */
  children: ReactNode;
};

/** The form of a bug report beside exactly what it sends. */
export function ReportEditor(props: EditorProps) {
  const { t } = useLingui();
  const stored = useStoredDraft();
  const [round, setRound] = useState(0);
  if (stored === undefined) return <Skeleton shape="text" label={t`Reading`} count={3} />;
  const initial = round === 0 ? stored : { draft: emptyDraft, shots: [], savedAt: '' };
  return <Editor key={round} initial={initial} onEmpty={() => setRound(round + 1)} {...props} />;
}

function Editor({
  initial,
  onEmpty,
  onSent,
  onShowAll,
  onOpen,
  children,
}: EditorProps & { initial: StoredDraft; onEmpty: () => void }) {
  const { t } = useLingui();
  const { clock } = useTimeLabels();
  const online = useOnline();
  const [shots, setShots] = useState<readonly Shot[]>(initial.shots);
  const [asking, setAsking] = useState(false);
  // One id for every try of this report: an answer that got lost makes no second one.
  const id = useRef(uuidv7());
  const { flat, broken, busy } = useFlatShots(shots);
  const [events] = useState(() => {
    // It takes the events over a reload; the start of the app does not wait for it.
    followEvents();
    return [...clientEvents()];
  });
  const { threadId } = reportedPage(events);
  const conversation = useQuery({
    queryKey: ['report-conversation', threadId],
    enabled: threadId !== undefined && online,
    // A conversation that cannot be read is not offered.
    throwOnError: false,
    retry: false,
    queryFn: () => readConversation(threadId ?? ''),
  }).data;

  const form = useForm<ReportDraft>({
    initial: initial.draft,
    check: ({ what }) => (what.trim() === '' ? { what: t`Describe what happened.` } : {}),
    send: async (values) => {
      if (body.conversation !== undefined && values === form.values) return setAsking(true);
      await send();
    },
    serverNames: { what_happened: 'what' },
  });
  const { values } = form;
  const details = useMemo(() => buildDetails(events, readBrowserFacts()), [events]);
  const body = buildReport(values, {
    details: { ...details, connection: online ? 'online' : 'offline' },
    conversation: conversation ?? null,
    screenshots: flat,
  });
  const { savedAt, forget } = useSavedDraft(values, shots, initial.savedAt);
  const send = async () => {
    const report = await sendReport(id.current, body);
    await forget();
    toast({
      message: report === null ? t`The report will be sent when you’re back online` : t`Report #${report.number} sent`,
    });
    onSent();
  };
  const blocked = busy || broken.length > 0;
  const submit = async () => {
    if (!blocked) await form.submit();
  };
  useCommands(commands, { 'report.send': () => void submit() });
  const discard = async () => {
    await forget();
    onEmpty();
  };
  const isEmpty = values.what === '' && values.expected === '' && shots.length === 0;
  return (
    <div className={styles.editor}>
      <div className={styles.form}>
        {children}
        <Form id="bug-report" onSubmit={submit}>
          <ReportFields
            form={form}
            shots={shots}
            onShots={setShots}
            broken={broken}
            hasConversation={conversation !== undefined}
          />
          <FormError>{form.problem}</FormError>
          <div className={styles.actions}>
            <Button type="submit" variant="filled" busy={form.busy} blocked={blocked}>
              {t`Send report`}
            </Button>
            {!isEmpty && <Button onClick={() => void discard()}>{t`Discard`}</Button>}
            <span className={styles.quiet} role="status">
              {savedAt !== '' && !isEmpty && t`Draft saved ${clock(savedAt)}`}
            </span>
          </div>
        </Form>
      </div>
      <aside className={styles.preview} aria-label={t`What will be sent`}>
        <ReportPreview body={body} shots={flat} />
        <OwnReports onShowAll={onShowAll} onOpen={onOpen} />
      </aside>
      {asking && (
        <ConfirmDialog
          title={t`Send customer data with this report?`}
          confirm={t`Send report`}
          keep={t`Don’t send`}
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          <p>{t`The report includes message text, names or phone numbers. Check the preview first.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
