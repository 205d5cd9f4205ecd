import { useLingui } from '@lingui/react/macro';
import type { EventType, Webhook } from '@parley/contract/types';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormError } from '../../../ui/form.tsx';
import { cloudApiEvents, eventTypes, eventWords } from '../data/webhook-words.ts';
import styles from './webhooks.module.css';

export function EventChoice(props: {
  format: Webhook['format'];
  value: readonly EventType[];
  onChange: (value: EventType[]) => void;
  error: string | null;
}) {
  const { t, i18n } = useLingui();
  const { format, value, onChange, error } = props;
  const offered = format === 'cloud_api' ? cloudApiEvents : eventTypes;
  const toggle = (type: EventType, on: boolean) =>
    onChange(eventTypes.filter((each) => (each === type ? on : value.includes(each))));
  return (
    <fieldset className={styles.events} aria-invalid={error ? true : undefined}>
      <legend>{t`Events`}</legend>
      {offered.map((type) => (
        <Checkbox key={type} checked={value.includes(type)} onChange={(event) => toggle(type, event.target.checked)}>
          <code dir="ltr">{type}</code>
          <small>{i18n._(eventWords[type])}</small>
        </Checkbox>
      ))}
      <FormError>{error}</FormError>
    </fieldset>
  );
}
