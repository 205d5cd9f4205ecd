import { useLingui } from '@lingui/react/macro';
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { ExportMenu } from '../export-menu.tsx';
import { TextField } from '../field.tsx';
import type { GallerySection } from '../gallery-section.ts';
import { icon } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import { KeyCaps } from '../key-caps.tsx';
import { Segments } from '../segments.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Drawer } from './drawer.tsx';
import { Menu } from './menu.tsx';
import { Popover } from './popover.tsx';
import { SidePanel } from './side-panel.tsx';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'dialogs', title: t`Dialogs`, states: <Dialogs /> },
    { id: 'panels', title: t`Panels, 384 and 460 px`, states: <Panels /> },
    { id: 'menus', title: t`Menus and popovers`, states: <Menus /> },
  ];
}

function Dialogs() {
  const { t } = useLingui();
  const [open, setOpen] = useState<'plain' | 'long' | 'confirm' | 'typed' | 'failing' | null>(null);
  const close = () => setOpen(null);
  const confirm = {
    confirm: t`Delete 340`,
    keep: t`Keep them`,
    title: t`Delete 340 people for good?`,
    onClose: close,
    children: t`They leave every list, and their conversations are removed. This can’t be undone.`,
  };
  return (
    <>
      <Button onClick={() => setOpen('plain')}>{t`A dialog`}</Button>
      <Button onClick={() => setOpen('long')}>{t`Long words`}</Button>
      <Button danger onClick={() => setOpen('confirm')}>{t`A question`}</Button>
      <Button danger onClick={() => setOpen('typed')}>{t`A question to be typed`}</Button>
      <Button danger onClick={() => setOpen('failing')}>{t`A question that fails`}</Button>
      {open === 'plain' && (
        <Dialog
          title={t`Rename the list`}
          onClose={close}
          footer={
            <>
              <Button onClick={close}>{t`Discard`}</Button>
              <Button variant="filled" onClick={close}>{t`Rename`}</Button>
            </>
          }
        >
          <TextField data-focus label={t`Name`} defaultValue={t`Service plan`} />
        </Dialog>
      )}
      {open === 'long' && <LongWords onClose={close} />}
      {open === 'confirm' && <ConfirmDialog {...confirm} onConfirm={() => undefined} />}
      {open === 'typed' && (
        <ConfirmDialog
          {...confirm}
          typed={{ word: '340', label: t`Type 340 to confirm` }}
          onConfirm={() => undefined}
        />
      )}
      {open === 'failing' && (
        <ConfirmDialog {...confirm} onConfirm={() => Promise.reject(new Error('refused for the gallery'))} />
      )}
    </>
  );
}

/** A name without spaces, choices and buttons of many words: nothing may be cut or scroll sideways. */
function LongWords({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
  const choices = [t`Tomorrow at nine in the morning`, t`When the customer replies`, t`Another day and time`, word];
  const [chosen, setChosen] = useState(word);
  return (
    <Dialog
      title={word}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Keep everything as it was before`}</Button>
          <Button variant="filled" onClick={onClose}>{t`Rename ${word} for everyone`}</Button>
        </>
      }
    >
      <p>{word}</p>
      <TextField label={word} defaultValue={word} />
      <Segments
        label={t`Send`}
        segments={choices.map((label) => ({ value: label, label }))}
        value={chosen}
        onChange={setChosen}
      />
      <Checkbox>{t`Also in the conversations of ${word}`}</Checkbox>
      <span>
        <Button>{word}</Button>
      </span>
    </Dialog>
  );
}

function Panels() {
  const { t } = useLingui();
  const [open, setOpen] = useState<'sm' | 'md' | 'side' | null>(null);
  const close = () => setOpen(null);
  const footer = (
    <>
      <Button danger variant="plain">{t`Delete`}</Button>
      <span style={{ flex: 1 }} />
      <Button onClick={close}>{t`Discard`}</Button>
      <Button variant="filled" onClick={close}>{t`Save`}</Button>
    </>
  );
  return (
    <>
      <Button onClick={() => setOpen('sm')}>{t`Drawer, 384 px`}</Button>
      <Button onClick={() => setOpen('md')}>{t`Drawer, 460 px`}</Button>
      <Button onClick={() => setOpen('side')}>{t`Beside the page`}</Button>
      {open === 'sm' && (
        <Drawer title={t`Recent activity`} onClose={close}>
          <p>{t`3 conversations done`}</p>
        </Drawer>
      )}
      {open === 'md' && (
        <Drawer size="md" title={t`Amara Okafor`} onClose={close} lightDismiss={false} footer={footer}>
          <TextField data-focus label={t`Name`} defaultValue="Amara Okafor" />
        </Drawer>
      )}
      {open === 'side' && (
        <div style={{ display: 'flex', inlineSize: '100%', minBlockSize: 220, border: '1px solid var(--line)' }}>
          <p style={{ flex: 1, padding: 16 }}>{t`The page goes on working.`}</p>
          <SidePanel size="sm" title={t`Contact`} onClose={close}>
            <p>{t`From 1280 px it stands beside the page, below that it slides over.`}</p>
          </SidePanel>
        </div>
      )}
    </>
  );
}

function Menus() {
  const { t } = useLingui();
  const [popover, setPopover] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const [last, setLast] = useState('');
  return (
    <>
      <Menu
        label={t`What can be done with Amara Okafor`}
        groups={[
          [
            {
              id: 'edit',
              label: t`Edit`,
              icon: <IconPencil {...icon} />,
              note: <KeyCaps keys="e" />,
              run: () => setLast(t`Edit`),
            },
            { id: 'copy', label: t`Copy number`, icon: <IconCopy {...icon} />, run: () => setLast(t`Copy`) },
          ],
          [
            { id: 'merge', label: t`Merge`, note: t`only one is chosen`, blocked: true, run: () => undefined },
            {
              id: 'delete',
              label: t`Delete`,
              icon: <IconTrash {...icon} />,
              danger: true,
              run: () => setLast(t`Delete`),
            },
          ],
        ]}
        button={(props) => (
          <IconButton {...props} label={t`More`}>
            <IconDots {...icon} />
          </IconButton>
        )}
      />
      <ExportMenu save={async (format) => setLast(format)} />
      <span>{last}</span>
      <Button ref={anchor} aria-expanded={popover} onClick={() => setPopover(true)}>{t`A popover`}</Button>
      {popover && (
        <Popover anchor={anchor} onClose={() => setPopover(false)}>
          <p style={{ padding: 8 }}>{t`Placed by its button, over everything.`}</p>
        </Popover>
      )}
    </>
  );
}
