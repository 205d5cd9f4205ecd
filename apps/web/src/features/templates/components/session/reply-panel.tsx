import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import type { SessionTemplate } from '@parley/contract/types';
import { useId, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { SidePanel } from '../../../../ui/layer/side-panel.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import styles from '../pages.module.css';
import { entriesOf, ReplyButtons, type ReplyFileEntry, ReplyFiles } from './reply-extras.tsx';
import { ReplyPreview } from './reply-preview.tsx';

export type ReplyPanelProps = {
  /** Null: a new one. */
  reply: SessionTemplate | null;
  /** What a new one begins with, but the shortcut. */
  copyOf: SessionTemplate | null;
  folders: readonly string[];
  onClose: () => void;
  onSaved: () => void;
  onDelete: (() => void) | null;
};

const mostBody = 4_096;

/** Writes a saved reply. */
export function ReplyPanel({ reply, copyOf, folders, onClose, onSaved, onDelete }: ReplyPanelProps) {
  const { t, i18n } = useLingui();
  const formId = useId();
  const [id] = useState(() => reply?.id ?? uuidv7());
  const source = reply ?? copyOf;
  const form = useForm({
    initial: {
      name: source?.name ?? '',
      shortcut: reply?.shortcut ?? '',
      body: source?.body ?? '',
      folder: source?.folder ?? '',
      files: entriesOf(source?.attachments ?? []) as readonly ReplyFileEntry[],
      buttons: (source?.buttons ?? []) as readonly string[],
      visible: (source !== null && source.owner_id !== null ? 'me' : 'team') as 'team' | 'me',
    },
    check: ({ name, shortcut, body, files, buttons }) => ({
      ...(name.trim() === '' && { name: t`Give the reply a name.` }),
      ...(shortcut.trim() === '' && { shortcut: t`Give the reply a shortcut.` }),
      ...(body.trim() === '' && { body: t`Write the reply.` }),
      ...(body.trim().length > mostBody && { body: t`At most ${i18n.number(mostBody)} characters.` }),
      ...(buttons.length > 0 &&
        body.trim().length > interactiveLimits.body && {
          body: t`With quick replies, at most ${i18n.number(interactiveLimits.body)} characters.`,
        }),
      ...(files.some(({ state }) => state === 'sending') && { files: t`Wait until the files are uploaded.` }),
      ...(buttons.length > 0 && files.length > 0 && { files: t`A reply with quick replies can’t have files.` }),
      ...(buttons.some((title) => title.trim() === '') && { buttons: t`Enter a button text.` }),
      ...(new Set(buttons.map((title) => title.trim())).size < buttons.length && {
        buttons: t`Two quick replies have the same text.`,
      }),
    }),
    serverNames: { attachments: 'files' },
    send: async ({ visible, files, ...fields }) => {
      const attachments = files.flatMap(({ mediaId }) => (mediaId === null ? [] : [{ media_id: mediaId }]));
      const body = { ...fields, buttons: [...fields.buttons], attachments, private: visible === 'me' };
      if (reply === null) await api('POST /api/session-templates', { body: { id, ...body } });
      else {
        await api('PUT /api/session-templates/{id}', { params: { id }, body: { ...body, version: reply.version } });
      }
      toast({ message: t`/${fields.shortcut.replace(/^\/+/, '')} saved` });
      onSaved();
    },
  });
  return (
    <SidePanel
      size="md"
      title={reply === null ? t`New saved reply` : reply.name}
      onClose={onClose}
      footer={
        <>
          {onDelete !== null && <Button variant="plain" danger onClick={onDelete}>{t`Delete`}</Button>}
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={form.busy}>{t`Save`}</Button>
        </>
      }
    >
      <div className={styles.panel}>
        <Form id={formId} onSubmit={form.submit}>
          <FormError>{form.problem}</FormError>
          <TextField data-focus label={t`Name`} autoComplete="off" {...form.text('name')} />
          <TextField
            label={t`Shortcut`}
            help={t`Type / and the shortcut in a conversation.`}
            autoComplete="off"
            autoCapitalize="none"
            {...form.text('shortcut')}
          />
          <TextAreaField
            label={t`Text`}
            help={t`Variables such as ${'{{FIRST_NAME}}'} are filled in when the reply is sent.`}
            dir="auto"
            rows={6}
            {...form.text('body')}
          />
          <ReplyFiles
            files={form.values.files}
            error={form.errors.files ?? null}
            onChange={(change) => form.update('files', change)}
          />
          <ReplyButtons
            buttons={form.values.buttons}
            errors={buttonErrors(form.values.buttons, form.errors.buttons)}
            onChange={(buttons) => form.set('buttons', buttons)}
          />
          <TextField label={t`Folder`} note={t`optional`} list={`${formId}-folders`} {...form.text('folder')} />
          <datalist id={`${formId}-folders`}>
            {folders.map((folder) => (
              <option key={folder} value={folder} />
            ))}
          </datalist>
          <Segments
            label={t`Visible to`}
            segments={[
              { value: 'team', label: t`Whole team` },
              { value: 'me', label: t`Only me` },
            ]}
            value={form.values.visible}
            onChange={(value) => form.set('visible', value)}
          />
        </Form>
        <ReplyPreview name={form.values.name} body={form.values.body} buttons={form.values.buttons} />
      </div>
    </SidePanel>
  );
}

/** The error at the button that has it: an empty one, or the second of two that say the same. */
function buttonErrors(buttons: readonly string[], error: string | undefined): Record<number, string> {
  if (error === undefined) return {};
  const titles = buttons.map((title) => title.trim());
  const at = titles.findIndex((title, place) => title === '' || titles.indexOf(title) !== place);
  return { [Math.max(0, at)]: error };
}
