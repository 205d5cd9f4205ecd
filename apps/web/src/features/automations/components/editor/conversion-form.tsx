import { useLingui } from '@lingui/react/macro';
import type { StepOf } from '@parley/contract/types';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useCurrency } from '../../../stages/public.ts';
import { useFlowWords } from '../../data/use-flow-words.ts';
import styles from './editor.module.css';
import type { StepFormProps } from './step-form-props.ts';
import { TextWithVariables } from './text-with-variables.tsx';

type Conversion = StepOf<'conversion'>;

/** What Meta is told about an ad, and all that leaves for it. */
export function ConversionForm({ step, flow, onChange }: Omit<StepFormProps<Conversion>, 'setFlow'>) {
  const { t } = useLingui();
  const { conversions } = useFlowWords();
  const currency = useCurrency();
  const worths: Record<Conversion['worth'], string> = {
    none: t`Not sent`,
    conversation: t`Value of the conversation`,
    amount: t`Amount`,
  };
  return (
    <>
      <SelectField
        label={t`Conversion`}
        choices={Object.entries(conversions).map(([value, label]) => ({ value, label }))}
        value={step.event}
        onChange={(event) => onChange({ ...step, event: event as Conversion['event'] })}
      />
      <SelectField
        label={t`Value`}
        choices={Object.entries(worths).map(([value, label]) => ({ value, label }))}
        value={step.worth}
        onChange={(worth) => onChange({ ...step, worth: worth as Conversion['worth'] })}
      />
      {step.worth === 'amount' && (
        <TextWithVariables
          {...{ label: t`Amount`, note: currency, value: step.amount, flow, maxLength: 200 }}
          short
          onChange={(amount) => onChange({ ...step, amount })}
        />
      )}
      <p className={styles.quiet}>
        {t`For customers who tapped one of your ads in the last 7 days. Others are skipped.`}
      </p>
      <p className={styles.quiet}>
        {step.worth === 'none'
          ? t`Sent to Meta: the conversion, its time, the ID of the tap, and your WhatsApp Business account. No name, number or message.`
          : t`Sent to Meta: the conversion, its time, value and currency, the ID of the tap, and your WhatsApp Business account. No name, number or message.`}
      </p>
      <p className={styles.quiet}>
        {t`The channel’s access token needs the permission whatsapp_business_manage_events.`}
      </p>
    </>
  );
}
