import { useLingui } from '@lingui/react/macro';
import type { ChatLink } from '@parley/contract/types';
import { useState } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useForm } from '../../../../ui/use-form.ts';
import { useRows } from '../../../sync/public.ts';
import { changeChatLink, createChatLink } from '../../data/chat-links.ts';

type Props = {
  /** Null: a new one. */
  link: ChatLink | null;
  onSaved: (id: string) => void;
  onClose: () => void;
};

/** Channel, name and prepared message of a chat link. */
export function ChatLinkDialog({ link, onSaved, onClose }: Props) {
  const { t } = useLingui();
  const channels = useRows('channels');
  // Created once, so that submitting again after a lost answer creates one link.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    initial: { channel_id: link?.channel_id ?? channels[0]?.id ?? '', name: link?.name ?? '', text: link?.text ?? '' },
    check: ({ channel_id: channel, name, text }) => ({
      ...(channel === '' && { channel_id: t`Choose a channel.` }),
      ...(name.trim() === '' && { name: t`Enter a name.` }),
      ...(text.trim() === '' && { text: t`Enter a message.` }),
    }),
    send: async ({ channel_id, name, text }) => {
      const words = { name: name.trim(), text: text.trim() };
      if (link === null) onSaved((await createChatLink({ id, channel_id, ...words })).id);
      else await changeChatLink(link.id, words);
      onClose();
    },
  });
  const title = link === null ? t`Add chat link` : t`Edit chat link`;
  return (
    <Dialog
      title={title}
      lightDismiss={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="filled" busy={form.busy} onClick={() => void form.submit()}>
            {link === null ? t`Add chat link` : t`Save`}
          </Button>
        </>
      }
    >
      <Form onSubmit={form.submit}>
        <TextField
          data-focus
          label={t`Name`}
          autoComplete="off"
          placeholder={t`Poster in the shop window`}
          help={t`Where you use it. Members see this name on the conversation.`}
          {...form.text('name')}
        />
        {link === null && (
          <SelectField
            label={t`Channel`}
            error={form.errors.channel_id ?? null}
            choices={channels.map((channel) => ({ value: channel.id, label: channel.channel_label }))}
            value={form.values.channel_id}
            onChange={(channel) => form.set('channel_id', channel)}
          />
        )}
        <TextAreaField
          label={t`Prepared message`}
          dir="auto"
          maxLength={500}
          help={
            link === null
              ? t`It appears in the customer’s message field with a short reference; the customer still sends it.`
              : t`Links and QR codes that you gave out keep their text. The reference stays the same.`
          }
          {...form.text('text')}
        />
        <FormError>{form.problem}</FormError>
      </Form>
    </Dialog>
  );
}
