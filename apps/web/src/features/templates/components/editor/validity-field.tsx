import { useLingui } from '@lingui/react/macro';
import { unsetValidity, validities } from '@parley/contract/template-validity';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useValidityText } from '../../data/use-validity-text.ts';
import type { FieldsProps } from './fields-props.ts';

/** How long WhatsApp tries to deliver a message of the template. */
export function ValidityField({ editor, errorOf }: FieldsProps) {
  const { t } = useLingui();
  const text = useValidityText();
  const { category, validity } = editor.values;
  const { unset, takesLongest, offered } = validities[category];
  const longest = takesLongest && unsetValidity(category) !== -1 ? [-1] : [];
  const own = validity === null || offered.includes(validity) || longest.includes(validity) ? [] : [validity];
  const unsetText = text(unset);
  return (
    <SelectField
      label={t`Validity period`}
      choices={[
        { value: '', label: t`${unsetText} (WhatsApp’s default)` },
        ...[...offered.filter((seconds) => seconds !== unset), ...longest, ...own].map((seconds) => ({
          value: String(seconds),
          label: text(seconds),
        })),
      ]}
      value={validity === null ? '' : String(validity)}
      error={errorOf('message_send_ttl_seconds')}
      help={t`If a message isn’t delivered within this time, for example because the phone is off, WhatsApp drops it.`}
      onChange={(value) => editor.change({ validity: value === '' ? null : Number(value) })}
    />
  );
}
