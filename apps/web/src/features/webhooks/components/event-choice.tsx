import { useLingui } from '@lingui/react/macro';
import type { EventType } from '@parley/contract/types';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormError } from '../../../ui/form.tsx';
import { eventTypes, eventWords } from '../data/webhook-words.ts';
import styles from './webhooks.module.css';

export function EventChoice(props: {
  value: readonly EventType[];
  onChange: (value: EventType[]) => void;
  error: string | null;
}) {
  const { t, i18n } = useLingui();
  const { value, onChange, error } = props;
  const toggle = (type: EventType, on: boolean) =>
    onChange(eventTypes.filter((each) => (each === type ? on : value.includes(each))));
  return (
    <fieldset className={styles.events} aria-invalid={error ? true : undefined}>
      <legend>{t`Events`}</legend>
      {eventTypes.map((type) => (
        <Checkbox key={type} checked={value.includes(type)} onChange={(event) => toggle(type, event.target.checked)}>
          <code dir="ltr">{type}</code>
          <small>{i18n._(eventWords[type])}</small>
        </Checkbox>
      ))}
      <FormError>{error}</FormError>
    </fieldset>
  );
}
