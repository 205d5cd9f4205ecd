import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { useForm } from '../../../../ui/use-form.ts';
import { createIncoming, type IncomingWithSecret } from '../../data/incoming.ts';
import { emptyIncomingForm, incomingBodyOf } from '../../data/incoming-form.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { IncomingFields } from './incoming-fields.tsx';
import { incomingServerNames, useIncomingCheck } from './use-incoming-check.ts';

/** The form of a new incoming webhook, then its secret. */
export function CreateIncomingDialog(props: { onMade: (id: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  // Created once, so that submitting again after a lost answer creates one webhook.
  const [id] = useState(() => uuidv7());
  const [made, setMade] = useState<IncomingWithSecret | null>(null);
  const form = useForm({
    initial: emptyIncomingForm,
    check: useIncomingCheck(),
    serverNames: incomingServerNames,
    send: async (values) => setMade(await createIncoming({ id, ...incomingBodyOf(values) })),
  });
  if (made !== null) {
    const done = () => {
      props.onMade(made.id);
      props.onClose();
    };
    return (
      <SecretDialog
        secret={made.secret}
        about={t`Other systems sign their calls with this secret, or send it as a bearer token. It is shown only once.`}
        onClose={done}
      />
    );
  }
  return (
    <Dialog
      title={t`Add incoming webhook`}
      lightDismiss={false}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t`Cancel`}</Button>
          <Button variant="filled" busy={form.busy} onClick={() => void form.submit()}>
            {t`Add incoming webhook`}
          </Button>
        </>
      }
    >
      <Form onSubmit={form.submit}>
        <TextField data-focus label={t`Name`} autoComplete="off" placeholder={t`Web shop`} {...form.text('name')} />
        <IncomingFields form={form} />
        <FormError>{form.problem}</FormError>
      </Form>
    </Dialog>
  );
}
