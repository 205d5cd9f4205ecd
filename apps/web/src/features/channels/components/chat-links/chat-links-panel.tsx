import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ChatLink } from '@parley/contract/types';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { SidePanel } from '../../../../ui/layer/side-panel.tsx';
import { QrCode } from '../../../../ui/qr-code.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useRow } from '../../../sync/public.ts';
import { buttonHtml, removeChatLink } from '../../data/chat-links.ts';
import { CopyLine } from '../manage/copy-line.tsx';
import { ChatLinkDialog } from './chat-link-dialog.tsx';
import styles from './chat-links.module.css';

export type ChatLinksPanelProps = { links: readonly ChatLink[]; onClose: () => void };

/** The chat links of the account, one at a time. */
export function ChatLinksPanel({ links, onClose }: ChatLinksPanelProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const link = links.find(({ id }) => id === chosen) ?? links[0];
  const add = (
    <Button variant={link === undefined ? 'filled' : 'outlined'} onClick={() => setAdding(true)}>
      <IconPlus {...smallIcon} />
      {t`Add chat link`}
    </Button>
  );
  return (
    <>
      <SidePanel title={t`Chat links`} size="md" onClose={onClose}>
        {link === undefined ? (
          <EmptyState title={t`No chat links yet`} actions={add}>
            <p>{t`A link, a QR code or a button opens WhatsApp with a prepared message. The conversation shows where the customer came from.`}</p>
          </EmptyState>
        ) : (
          <div className={styles.panel}>
            <div className={styles.choice}>
              <SelectField
                label={t`Chat link`}
                choices={links.map(({ id, name }) => ({ value: id, label: name }))}
                value={link.id}
                onChange={(id) => id !== '' && setChosen(id)}
              />
              {add}
            </div>
            <OneLink key={link.id} link={link} />
          </div>
        )}
      </SidePanel>
      {adding && <ChatLinkDialog link={null} onSaved={setChosen} onClose={() => setAdding(false)} />}
    </>
  );
}

function OneLink({ link }: { link: ChatLink }) {
  const { t } = useLingui();
  const channel = useRow('channels', link.channel_id);
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const { name } = link;
  const started = t`${plural(link.conversations, { one: '# conversation', other: '# conversations' })} · ${link.conversations_24h} in 24 h`;
  return (
    <>
      <p>
        {channel !== undefined && <bdi>{channel.channel_label}</bdi>} <span className={styles.quiet}>{started}</span>
      </p>
      <div className={styles.buttons}>
        <Button size="sm" onClick={() => setOpen('edit')}>{t`Edit`}</Button>
        <Button size="sm" danger onClick={() => setOpen('remove')}>{t`Remove`}</Button>
      </div>
      <CopyLine label={t`Prepared message`} text={link.message} />
      <p className={styles.quiet}>
        {t`The reference in brackets tells where the customer came from. It is recognized wherever it is in a message.`}
      </p>
      <CopyLine label={t`Link`} text={link.url} />
      <QrCode text={link.url} label={t`QR code of the link`} name={name} />
      <CopyLine label={t`Button for your website`} text={buttonHtml(link.url, t`Chat on WhatsApp`)} />
      {channel?.sandbox === true && (
        <p className={styles.quiet}>
          {t`The number of a sandbox is not on WhatsApp: send the prepared message as a simulated customer instead.`}
        </p>
      )}
      {open === 'edit' && <ChatLinkDialog link={link} onSaved={() => undefined} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t`Remove ${name}?`}
          confirm={t`Remove`}
          keep={t`Cancel`}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await removeChatLink(link.id);
            toast({ message: t`${name} removed` });
          }}
        >
          <p>{t`Links and QR codes that were given out still open WhatsApp, but new conversations no longer show where they came from. Earlier ones keep it.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
