import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextField } from '../../../../ui/field.tsx';
import type { FieldsProps } from './fields-props.ts';

/** A one-time code: WhatsApp writes the text itself. */
export function CodeFields({ editor, errorOf }: FieldsProps) {
  const { t } = useLingui();
  const { code } = editor.values.content;
  const set = (part: Partial<typeof code>) => editor.setContent({ code: { ...code, ...part } });
  return (
    <>
      <Checkbox checked={code.warning} onChange={(event) => set({ warning: event.target.checked })}>
        {t`Warn not to share the code`}
      </Checkbox>
      <TextField
        type="number"
        min={1}
        max={90}
        label={t`Code expires after`}
        note={t`minutes, optional`}
        value={code.minutes ?? ''}
        onChange={(event) => {
          const minutes = Math.round(Number(event.target.value));
          set({ minutes: event.target.value === '' ? null : Math.min(90, Math.max(1, minutes || 1)) });
        }}
      />
      <TextField
        label={t`Button text`}
        value={code.button}
        error={errorOf('buttons.0')}
        onChange={(event) => set({ button: event.target.value })}
      />
    </>
  );
}
