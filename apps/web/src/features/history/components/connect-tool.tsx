import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../platform/api.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { TextField } from '../../../ui/field.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { setHistoryImport } from '../data/history-data.ts';
import { type ToolName, toolNames } from '../data/tools.ts';
import styles from './move.module.css';

/** Where another tool runs, and the key to it. */
export function ConnectTool({ tool, channelId }: { tool: ToolName; channelId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm({
    initial: { url: '', key: '' },
    check: ({ url, key }) => ({
      ...(tool === 'chatwoot' && url.trim() === '' && { url: t`Enter an address.` }),
      ...(key.trim() === '' && { key: t`Enter the access token.` }),
    }),
    serverNames: { 'source.url': 'url', 'source.key': 'key' },
    send: async ({ url, key }) => {
      const source = { tool, key: key.trim(), ...(url.trim() !== '' && { url: url.trim() }) };
      const id = uuidv7();
      const body = { id, name: toolNames[tool], channel_id: channelId, source };
      setHistoryImport(await api('POST /api/history-imports', { body }));
      await navigate({ to: '/settings/move', search: { import: id } });
    },
  });
  return (
    <Form onSubmit={form.submit}>
      <div className={styles.part}>
        {tool === 'chatwoot' && (
          <AddressField
            label={t`Address of Chatwoot`}
            help={t`Open Chatwoot and copy the address from your browser.`}
            type="url"
            dir="ltr"
            autoComplete="off"
            placeholder="https://"
            {...form.text('url')}
          />
        )}
        <TextField
          label={t`Access token`}
          help={
            tool === 'chatwoot'
              ? t`In Chatwoot: Profile settings → Access token, of an administrator. It is deleted here when the import ends.`
              : t`In respond.io: Settings → Integrations → Developer API. It is deleted here when the import ends.`
          }
          type="password"
          dir="ltr"
          autoComplete="new-password"
          {...form.text('key')}
        />
        <FormError>{form.problem}</FormError>
        <div className={styles.actions}>
          <Button type="submit" variant="filled" busy={form.busy}>{t`Connect`}</Button>
        </div>
        <Disclosure title={t`What is imported?`} look="link">
          <ul className={styles.points}>
            {tool === 'chatwoot' ? (
              <li>{t`Contacts with a phone number, conversations with their labels, messages with files, and private notes.`}</li>
            ) : (
              <li>{t`Contacts with a phone number and their tags, and messages with files.`}</li>
            )}
            <li>{t`Messages are by the member with the same email address, or show the name of who wrote them.`}</li>
            {tool === 'chatwoot' ? (
              <li>{t`Not imported: conversations that are not WhatsApp, custom attributes, canned responses, teams and reports.`}</li>
            ) : (
              <li>{t`Not imported, because respond.io’s API does not give them: comments, locations and what a message quotes.`}</li>
            )}
          </ul>
        </Disclosure>
      </div>
    </Form>
  );
}
