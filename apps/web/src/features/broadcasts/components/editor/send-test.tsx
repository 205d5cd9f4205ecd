import { useLingui } from '@lingui/react/macro';
import { fillTemplate, templateDisplay } from '@parley/contract/template-fill';
import type { AbVariant, Message } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Drawer } from '../../../../ui/layer/drawer.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { readableNumber } from '../../../contacts/public.ts';
import { TemplatePreview } from '../../../inbox/public.ts';
import { asVariant } from '../../data/editor/ab-test.ts';
import { withTestCodes } from '../../data/editor/tracked-links.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useFieldLabel } from '../../data/editor/use-editor-text.ts';
import { testValues, valuesFor } from '../../data/editor/values.ts';
import styles from './editor.module.css';
import { VariantChoice } from './variant-choice.tsx';

/** Poll interval for a test message's status while it is shown. */
const pollMs = 1_000;

type TestPhone = { id: string; name: string; phone_number: string };
type Props = { broadcast: Broadcast; onClose: () => void };

/** Sends one test message each to sandbox contacts or verified test phones; of an A/B test either variant. */
export function SendTest({ broadcast, onClose }: Props) {
  const [variant, setVariant] = useState<AbVariant>('A');
  const hasTest = broadcast.state.draft.ab_test !== null;
  const shown = asVariant(broadcast, hasTest ? variant : 'A');
  const choice = hasTest && <VariantChoice value={variant} onChange={setVariant} />;
  return <SendOne key={variant} broadcast={shown} choice={choice} onClose={onClose} />;
}

function SendOne({ broadcast, choice, onClose }: Props & { choice: ReactNode }) {
  const { t } = useLingui();
  const fieldLabel = useFieldLabel();
  const { template, templateVariables, state, channel } = broadcast;
  const phones = useTestPhones(channel?.sandbox ?? false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState<readonly { phone: TestPhone; id: string }[]>([]);
  const own = testValues(templateVariables, valuesFor(templateVariables, state.draft.variables, null, fieldLabel));
  const values = withTestCodes(own, templateVariables);
  const components = template === undefined ? [] : fillTemplate(template, values);
  const chosen = (phones.data ?? []).filter(({ id }) => !left.has(id));
  const send = () => setSent(chosen.map((phone) => ({ phone, id: uuidv7() })));
  return (
    <Drawer
      title={t`Send test`}
      size="md"
      onClose={onClose}
      footer={
        <Button
          variant="filled"
          blocked={chosen.length === 0 || channel === undefined || template === undefined}
          onClick={send}
        >
          {sent.length === 0 ? t`Send the test` : t`Send another test`}
        </Button>
      }
    >
      <div className={styles.fields}>
        <p
          className={styles.quiet}
        >{t`Each contact gets a separate message. Fields in double braces are replaced by the contact’s values.`}</p>
        {choice}
        {template === undefined ? (
          <p className={styles.quiet}>{t`Choose a template to preview it.`}</p>
        ) : (
          <TemplatePreview
            label={t`Test preview`}
            name={template.name}
            display={templateDisplay(template, components)}
          />
        )}
        {phones.isPending && <Skeleton shape="text" label={t`Reading`} count={3} />}
        {phones.isError && phones.data === undefined && (
          <ProblemState
            title={t`Couldn’t load the test phones`}
            error={phones.error}
            onRetry={() => void phones.refetch()}
          />
        )}
        {phones.data?.length === 0 && (
          <>
            <p>{t`No verified test phones. Add one in the sandbox and verify it by sending a code.`}</p>
            <p>
              <Link to="/sandbox" className={buttonClass()}>{t`Add a test phone`}</Link>
            </p>
          </>
        )}
        {(phones.data ?? []).map((phone) => {
          const { id, name, phone_number } = phone;
          const message = sent.find((one) => one.phone.id === id);
          return (
            <p key={id} className={styles.testPhone}>
              <Checkbox
                checked={!left.has(id)}
                onChange={(event) => {
                  const next = new Set(left);
                  if (event.target.checked) next.delete(id);
                  else next.add(id);
                  setLeft(next);
                }}
              >
                <bdi>{name}</bdi> <bdi className={styles.quiet}>{readableNumber(phone_number)}</bdi>
              </Checkbox>
              {message !== undefined && channel !== undefined && template !== undefined && (
                <TestMessage
                  key={message.id}
                  id={message.id}
                  to={phone_number}
                  channelId={channel.id}
                  template={{ id: template.id, components }}
                />
              )}
            </p>
          );
        })}
      </div>
    </Drawer>
  );
}

/** The phones that a test can reach from this channel. */
function useTestPhones(sandbox: boolean) {
  return useQuery({
    queryKey: ['test-phones', sandbox],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<TestPhone[]> => {
      if (sandbox) {
        const { phones } = await api('GET /api/sandbox', {}, { signal });
        return phones.flatMap(({ id, name, phone_number }) =>
          phone_number === null ? [] : [{ id, name, phone_number }],
        );
      }
      const { data } = await api('GET /api/sandbox/test-numbers', {}, { signal });
      return data.filter(({ state }) => state === 'VERIFIED');
    },
  });
}

type TestMessageProps = {
  id: string;
  to: string;
  channelId: string;
  template: { id: string; components: Record<string, unknown>[] };
};

/** Sends one message and follows its status. Repeating the same id does not send twice. */
function TestMessage({ id, to, channelId, template }: TestMessageProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [message, setMessage] = useState<Message | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [body] = useState({
    id,
    channel_id: channelId,
    to: `+${to}`,
    source: 'BROADCAST_SANDBOX' as const,
    type: 'template' as const,
    template,
  });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (ask: () => Promise<Message>) => {
      try {
        const now = await ask();
        if (isOver) return;
        setMessage(now);
        setProblem(null);
        if (now.status >= 3 || now.status === -1) return;
      } catch (error) {
        if (isOver) return;
        setProblem(error);
        return;
      }
      timer = setTimeout(() => void poll(() => api('GET /api/messages/{id}', { params: { id } })), pollMs);
    };
    void poll(() => api('POST /api/messages', { body }));
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [id, body]);
  const states: Record<number, string> = { 1: t`Sent`, 2: t`Delivered`, 3: t`Read`, 4: t`Read` };
  const failure = message?.error === undefined ? t`Failed` : `${message.error.message} ${message.error.next_step}`;
  return (
    <span role="status">
      {problem !== null
        ? words(problem)
        : message === null
          ? t`On its way`
          : message.status === -1
            ? failure
            : (states[message.status] ?? t`On its way`)}
    </span>
  );
}
