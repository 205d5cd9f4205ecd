import { useLingui } from '@lingui/react/macro';
import { fromMinorUnits, parseMinorUnits } from '@parley/contract/minor-units';
import { highestValue } from '@parley/contract/stages';
import type { Thread } from '@parley/contract/types';
import { useId, useState } from 'react';
import { moneyText } from '../../../platform/money-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { contactName } from '../../contacts/public.ts';
import { useCurrency } from '../../stages/public.ts';
import { useAccount } from '../../sync/public.ts';
import { changeThread } from './change-thread.ts';

/** What a conversation is worth, in the account's currency; an empty field takes the value away. */
export function ValueDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const account = useAccount();
  const currency = useCurrency();
  const form = useId();
  const shown = thread.value === null ? '' : moneyText(fromMinorUnits(thread.value, currency), currency);
  const [typed, setTyped] = useState(shown);
  const [error, setError] = useState<string | null>(null);
  const decimal =
    new Intl.NumberFormat(i18n.locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? null;
  const save = async () => {
    const value = typed.trim() === '' ? null : parseMinorUnits(typed, currency, decimal);
    if (value === null && typed.trim() !== '')
      return setError(t`Enter an amount in ${currency}, such as ${moneyText(1250, currency)}.`);
    if (value !== null && value > highestValue) {
      return setError(t`At most ${moneyText(fromMinorUnits(highestValue, currency), currency)}.`);
    }
    onClose();
    if (value === thread.value) return;
    try {
      await changeThread(account, thread.id, { value });
    } catch {
      toast({ message: t`Couldn’t update this conversation. Try again.` });
    }
  };
  return (
    <Dialog
      title={t`Value of ${contactName(thread.contact)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={form} variant="filled">{t`Save`}</Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <TextField
          label={t`Value in ${currency}`}
          help={t`Leave it empty to remove the value.`}
          value={typed}
          error={error}
          inputMode="decimal"
          onChange={(event) => {
            setTyped(event.target.value);
            setError(null);
          }}
        />
      </Form>
    </Dialog>
  );
}
