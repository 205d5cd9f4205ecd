import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { renderText } from '@parley/contract/variables';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { contactName } from '../../../contacts/public.ts';
import { usePreview } from '../../data/preview-context.ts';

const commands: Command[] = [
  { id: 'session-templates.person', group: 'page', title: msg`Preview for the next contact`, keys: 'p' },
];
/** How many of the latest conversations are offered. */
const most = 10;

type ReplyPreviewProps = { name: string; body: string; buttons: readonly string[] };

/** A saved reply as one of the latest contacts would get it; without contacts, with its variables as written. */
export function ReplyPreview({ name, body, buttons }: ReplyPreviewProps) {
  const { t } = useLingui();
  const Preview = usePreview();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const threads = useQuery({
    queryKey: ['reply-preview'],
    throwOnError: false,
    queryFn: ({ signal }) => api('GET /api/threads', { query: { limit: most } }, { signal }),
  });
  const contactOptions = [...new Map(threads.data?.data.map(({ contact_id: id, contact }) => [id, contact])).entries()];
  const [contactId, known] = contactOptions.find(([id]) => id === chosenId) ?? contactOptions[0] ?? [];
  const contact = useQuery({
    queryKey: ['reply-preview', contactId],
    enabled: contactId !== undefined,
    throwOnError: false,
    queryFn: ({ signal }) => api('GET /api/contacts/{id}', { params: { id: contactId ?? '' } }, { signal }),
  });
  const at = contactOptions.findIndex(([id]) => id === contactId);
  useCommands(
    commands,
    contactOptions.length < 2
      ? {}
      : {
          'session-templates.person': () => setChosenId(contactOptions[(at + 1) % contactOptions.length]?.[0] ?? null),
        },
  );
  if (body.trim() === '') return null;
  const recipient = known && { ...known, custom_fields: contact.data?.custom_fields ?? {} };
  const text = recipient === undefined ? body : renderText(body, recipient).text;
  const titles = buttons.filter((title) => title.trim() !== '');
  return (
    <>
      {contactOptions.length > 1 && (
        <SelectField
          label={t`Preview for`}
          choices={contactOptions.map(([value, each]) => ({ value, label: contactName(each) }))}
          value={contactId ?? ''}
          onChange={setChosenId}
        />
      )}
      <Preview
        label={known === undefined ? t`Preview` : t`Preview for ${contactName(known)}`}
        name={name}
        display={{ body: text, buttons: titles.map((title) => ({ type: 'QUICK_REPLY', text: title })) }}
      />
    </>
  );
}
