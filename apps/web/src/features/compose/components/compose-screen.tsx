import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { LeaveGuard } from '../../../ui/layer/leave-guard.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useNewBroadcast } from '../../broadcasts/public.ts';
import { SandboxTag } from '../../sandbox/public.ts';
import { useRows } from '../../sync/public.ts';
import { useRefusal } from '../../team/public.ts';
import { variablesOf } from '../data/as-broadcast.ts';
import { type Composing, useComposing } from '../data/use-composing.ts';
import type { ComposeTarget, RecipientStatus } from '../data/use-targets.ts';
import styles from './compose.module.css';
import { ComposeSubPanel } from './compose-sub-panel.tsx';
import { MessagePart } from './message-part.tsx';
import { NewContacts } from './new-contacts.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { RecipientField } from './recipient-field.tsx';
import { SentList } from './sent-list.tsx';
import { WhenPart } from './when-part.tsx';

/** Above this many recipients sending needs a confirmation. */
const askedAbove = 5;
/** Chips of recipients who get no message. */
const unsent: ReadonlySet<RecipientStatus> = new Set(['invalid', 'duplicate', 'sandbox', 'real']);
/** How many conversations are offered instead of a new message. */
const threadsOffered = 3;

const commands: Command[] = [{ id: 'compose.send', group: 'page', title: msg`Send the message`, keys: 'mod+enter' }];

/** A first message to one or a few recipients. */
export function ComposeScreen() {
  const { t } = useLingui();
  const channels = useRows('channels');
  const composing = useComposing();
  const { draft, channel } = composing;
  return (
    <>
      <ComposeSubPanel />
      <Page label={t`Compose`} scroll="document">
        <PageBar title={t`Compose`} start={<SubPanelButton label={t`Compose pages`} />}>
          <Link to="/compose/history" className={buttonClass()}>{t`History`}</Link>
        </PageBar>
        <PageBody padded>
          {channel === undefined ? (
            <NoChannel />
          ) : draft.sent !== null ? (
            <SentList sent={draft.sent} onAnother={composing.another} />
          ) : (
            <Writing composing={composing} channel={channel} several={channels.length > 1} />
          )}
        </PageBody>
      </Page>
    </>
  );
}

function NoChannel() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No channel to send from`}
      actions={<Link to="/channels" className={buttonClass({ variant: 'filled' })}>{t`Connect a channel`}</Link>}
    >
      <p>{t`You send from a connected WhatsApp number. Connect one, or use the sandbox.`}</p>
    </EmptyState>
  );
}

type WritingProps = { composing: Composing; channel: NonNullable<Composing['channel']>; several: boolean };

function Writing({ composing, channel, several }: WritingProps) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const { draft, change, targets, problems, state, chosen, templates, customFields } = composing;
  const [asks, setAsks] = useState(false);
  const newBroadcast = useNewBroadcast();
  const [tries, setTries] = useState(0);
  /** Asked to send while the recipients were looked up. */
  const [waits, setWaits] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const edits = useRefusal('contacts.edit') === null;
  const locked = state !== 'still';
  const looking = targets.some(({ status }) => status === 'looking');
  // Runs after the validation was rendered, so that the first invalid field can be focused.
  useEffect(() => {
    if (tries > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const send = () => {
    if (locked) return;
    if (looking) setWaits(true);
    else if (!composing.check()) setTries((before) => before + 1);
    else if (count > askedAbove) setAsks(true);
    else void composing.send();
  };
  useEffect(() => {
    if (!waits || looking) return;
    setWaits(false);
    send();
  });
  useCommands(commands, { 'compose.send': send });
  const isLater = draft.sendAt !== null;
  const fresh = targets.filter(({ status }) => status === 'new');
  const count = targets.filter(({ status }) => !unsent.has(status)).length;
  return (
    <div ref={frame} className={styles.columns}>
      <div className={styles.fields} inert={locked || waits}>
        <FormError>{problems.form}</FormError>
        {several ? (
          <SelectField
            label={t`From`}
            choices={channels.map(({ id, channel_label: label, sandbox }) => ({
              value: id,
              label: sandbox ? t`${label} (sandbox)` : label,
            }))}
            value={channel.id}
            onChange={(channelId) => change({ channelId, templateId: null })}
          />
        ) : (
          <p className={styles.from}>
            {t`From`} <bdi className={styles.name}>{channel.channel_label}</bdi>
          </p>
        )}
        {channel.sandbox && (
          <p className={styles.from}>
            <SandboxTag written />
            <span className={styles.quiet}>{t`Messages reach simulated contacts only.`}</span>
          </p>
        )}
        {channel.state === 'PAUSED' && (
          <Banner tone="warn">{t`This channel is paused: messages wait until it works again.`}</Banner>
        )}
        <RecipientField
          targets={targets}
          digitsOf={composing.digitsOf}
          error={problems.to}
          ofSandbox={channel.sandbox}
          onChange={(recipients) => change({ recipients })}
          onBroadcast={(audience) =>
            void newBroadcast(audience, {
              channel_id: channel.id,
              ...(chosen !== null && { template_id: chosen.row.id, variables: variablesOf(chosen.sources) }),
            })
          }
        />
        <OpenThreads targets={targets} />
        {edits && fresh.length > 0 && <NewContacts targets={fresh} draft={draft} onChange={change} />}
        <MessagePart
          channel={channel}
          draft={draft}
          targets={targets}
          templates={templates}
          chosen={chosen}
          customFields={customFields}
          problems={problems}
          onChange={change}
        />
        <WhenPart draft={draft} targets={targets} problem={problems.when} onChange={change} />
      </div>
      <aside className={styles.preview} aria-label={t`Preview`}>
        <h2 className={styles.heading}>{t`Preview`}</h2>
        <PreviewPane draft={draft} targets={targets} template={chosen} />
      </aside>
      <div className={styles.foot}>
        <Button
          variant="filled"
          busy={locked || waits || composing.saving}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={send}
        >
          {isLater
            ? t`${plural(count, { one: 'Schedule', other: 'Schedule # messages' })}`
            : count <= 1
              ? t`Send`
              : t`${plural(count, { other: 'Send # messages' })}`}
        </Button>
        {channel.sandbox && <SandboxTag written />}
        {waits ? (
          <span role="status">
            {t`Sends when the numbers are checked.`}{' '}
            <Button size="sm" onClick={() => setWaits(false)}>{t`Cancel`}</Button>
          </span>
        ) : state === 'waiting' ? (
          <span role="status">
            {t`The server hasn’t responded. Retrying; nothing is sent twice.`}{' '}
            <Button size="sm" onClick={composing.retry}>{t`Try now`}</Button>
          </span>
        ) : (
          <span className={styles.quiet}>{t`All messages are sent, or none. The draft is saved on this device.`}</span>
        )}
      </div>
      {asks && (
        <Dialog
          title={
            isLater
              ? t`${plural(count, { other: 'Schedule # messages?' })}`
              : t`${plural(count, { other: 'Send # messages?' })}`
          }
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button data-focus onClick={() => setAsks(false)}>{t`Not yet`}</Button>
              <Button
                variant="filled"
                onClick={() => {
                  setAsks(false);
                  void composing.send();
                }}
              >
                {isLater
                  ? t`${plural(count, { other: 'Schedule # messages' })}`
                  : t`${plural(count, { other: 'Send # messages' })}`}
              </Button>
            </>
          }
        >
          <p>
            {t`Each recipient gets one message from ${channel.channel_label}.`}{' '}
            {channel.sandbox && <SandboxTag written />}
          </p>
        </Dialog>
      )}
      <LeaveGuard when={locked} title={t`Leave before sending?`}>
        <p>{t`The server hasn’t responded yet. The message stays on this device and is sent when you return to Compose.`}</p>
      </LeaveGuard>
    </div>
  );
}

/** Offers the conversations of recipients who have one. */
function OpenThreads({ targets }: { targets: readonly ComposeTarget[] }) {
  const { t } = useLingui();
  const talking = targets.filter(({ thread }) => thread?.state === 'ACTIVE').slice(0, threadsOffered);
  return talking.map(({ thread, name, recipient }) => (
    <p key={recipient.key} className={styles.quiet}>
      {t`${name} has an open conversation.`}{' '}
      <Link to="/inbox/$thread_id" params={{ thread_id: thread?.id ?? '' }}>{t`Open conversation instead`}</Link>
    </p>
  ));
}
