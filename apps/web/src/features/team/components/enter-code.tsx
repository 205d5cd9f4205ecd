import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { readInvitationToken } from '../data/invitation-token.ts';

/** Asks for the link or code of an invitation. */
export function EnterCode({ onCode }: { onCode: (token: string) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const submit = async () => {
    const token = readInvitationToken(text);
    if (token === null) setWrong(t`Not an invitation link or code. Copy the whole link from the email.`);
    else onCode(token);
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label={t`Invitation link or code`}
        large
        autoComplete="off"
        value={text}
        error={wrong}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(null);
        }}
      />
      <Button type="submit" size="lg">{t`View invitation`}</Button>
    </Form>
  );
}
