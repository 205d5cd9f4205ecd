import { useLingui } from '@lingui/react/macro';
import type { BusinessUsername, Channel } from '@parley/contract/types';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { useForm } from '../../../../ui/use-form.ts';

/** The number's own username, under which customers find the business. */
export function UsernameView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const [found, setFound] = useState<BusinessUsername | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(() => {
    setError(null);
    api('GET /api/channels/{id}/username', { params: { id: channel.id } })
      .then(setFound)
      .catch(setError);
  }, [channel.id]);
  useEffect(read, [read]);
  if (error !== null)
    return <ProblemState title={t`Couldn’t load the username from WhatsApp`} error={error} onRetry={read} />;
  if (found === null) return <Skeleton shape="text" label={t`Checking with WhatsApp`} count={2} />;
  return <UsernameForm key={JSON.stringify(found)} channel={channel} found={found} onSaved={setFound} />;
}

type UsernameFormProps = { channel: Channel; found: BusinessUsername; onSaved: (found: BusinessUsername) => void };

function UsernameForm({ channel, found, onSaved }: UsernameFormProps) {
  const { t } = useLingui();
  const { busy, run } = useAction();
  const call = { params: { id: channel.id } };
  const form = useForm({
    initial: { username: found.username ?? '' },
    check: ({ username }) => (username.trim() === '' ? { username: t`Enter a username.` } : {}),
    send: async ({ username }) => {
      onSaved(await api('PUT /api/channels/{id}/username', { ...call, body: { username } }));
      toast({ message: t`Username saved` });
    },
  });
  const giveUp = () =>
    void run(async () => {
      onSaved(await api('DELETE /api/channels/{id}/username', call));
      toast({ message: t`Username given up` });
    });
  const offered = found.suggestions.filter((name) => name !== found.username);
  return (
    <Form onSubmit={form.submit}>
      <FormError>{form.problem}</FormError>
      <TextField
        label={t`Username`}
        help={<UsernameHelp found={found} />}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={35}
        {...form.text('username')}
      />
      {offered.length > 0 && (
        <p>
          {t`Kept for you by WhatsApp:`}{' '}
          {offered.map((name) => (
            <Button key={name} size="sm" variant="plain" onClick={() => form.set('username', name)}>
              {name}
            </Button>
          ))}
        </p>
      )}
      <p>
        <Button type="submit" variant="filled" busy={form.busy} blocked={!form.changed}>
          {found.username === null ? t`Reserve the username` : t`Change the username`}
        </Button>{' '}
        {found.username !== null && (
          <Button variant="plain" danger busy={busy} onClick={giveUp}>
            {t`Give it up`}
          </Button>
        )}
      </p>
    </Form>
  );
}

function UsernameHelp({ found: { username, status } }: { found: BusinessUsername }) {
  const { t } = useLingui();
  if (username === null) return t`3 to 35 letters, digits, dots and underscores. Your number stays visible.`;
  if (status === 'approved') return t`Customers see it beside your name.`;
  if (status === 'reserved') return t`Reserved for you. Customers see it once WhatsApp has usernames where they are.`;
  return status === null ? t`WhatsApp says nothing about its state.` : t`WhatsApp calls it ${status}.`;
}
