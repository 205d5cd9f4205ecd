import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../platform/api.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { setHistoryImport } from '../data/history-data.ts';
import { type ToolName, toolNames } from '../data/tools.ts';
import styles from './move.module.css';
import { WhatComes } from './what-comes.tsx';

/** Where another tool runs, and the key to it. */
export function ConnectTool({ tool, channelId }: { tool: ToolName; channelId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useWords()[tool];
  const form = useForm({
    initial: { url: '', key: '' },
    check: ({ url, key }) => ({
      ...(words.address !== null && url.trim() === '' && { url: t`Enter an address.` }),
      ...(key.trim() === '' && { key: t`Enter the token.` }),
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
        {words.address !== null && (
          <AddressField
            label={words.address.label}
            help={words.address.help}
            type="url"
            dir="ltr"
            autoComplete="off"
            placeholder="https://"
            {...form.text('url')}
          />
        )}
        <TextField
          label={words.key.label}
          help={words.key.help}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          {...form.text('key')}
        />
        <FormError>{form.problem}</FormError>
        <div className={styles.actions}>
          <Button type="submit" variant="filled" busy={form.busy}>{t`Connect`}</Button>
        </div>
        <WhatComes tool={tool} />
      </div>
    </Form>
  );
}

type Field = { label: string; help: string };
type Words = { address: Field | null; key: Field };

function useWords(): Readonly<Record<ToolName, Words>> {
  const { t } = useLingui();
  return {
    chatwoot: {
      address: {
        label: t`Address of Chatwoot`,
        help: t`Open Chatwoot and copy the address from your browser.`,
      },
      key: {
        label: t`Access token`,
        help: t`In Chatwoot: Profile settings → Access token, of an administrator. It is deleted here when the import ends.`,
      },
    },
    respond_io: {
      address: null,
      key: {
        label: t`Access token`,
        help: t`In respond.io: Settings → Integrations → Developer API. It is deleted here when the import ends.`,
      },
    },
    wati: {
      address: {
        label: t`API endpoint`,
        help: t`In WATI: Connectors → API Tokens. Copy the whole endpoint, with the number at its end.`,
      },
      key: {
        label: t`API token`,
        help: t`On the same page of WATI: Generate new token, with all scopes. It is deleted here when the import ends.`,
      },
    },
  };
}
