import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import type { FormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';

type RequestFormProps = FormProps<{ body: string }>;

/** A text with the button that shares the customer's location. */
export function LocationRequestForm(props: RequestFormProps) {
  const { t } = useLingui();
  return <RequestForm {...props} help={t`The customer gets a button that shares their location.`} />;
}

/** A text with the button that shares the customer’s phone number. */
export function NumberRequestForm(props: RequestFormProps) {
  const { t } = useLingui();
  const help = t`The customer gets a button that shares their phone number. It is added to the contact.`;
  return <RequestForm {...props} help={help} />;
}

/** A text with which the customer is asked to allow calls. */
export function CallRequestForm(props: RequestFormProps) {
  const { t } = useLingui();
  const help = t`Say why you’d like to call. WhatsApp asks the customer whether to allow your calls for seven days, always, or not.`;
  return <RequestForm {...props} help={help} />;
}

function RequestForm({ draft, change, errorOf, help }: RequestFormProps & { help: string }) {
  const { t } = useLingui();
  return (
    <LimitedField
      label={t`Message`}
      multiline
      first
      help={help}
      limit={interactiveLimits.body}
      value={draft.body}
      error={errorOf('body')}
      onChange={(body) => change({ body })}
    />
  );
}
