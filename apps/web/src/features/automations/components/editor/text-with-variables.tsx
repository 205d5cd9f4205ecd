import { useLingui } from '@lingui/react/macro';
import { variablesOf } from '@parley/contract/flow-problems';
import type { Flow } from '@parley/contract/types';
import { primaryVariables } from '@parley/contract/variables';
import { IconBraces } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { Menu } from '../../../../ui/layer/menu.tsx';
import { useRows } from '../../../sync/public.ts';
import styles from './editor.module.css';

type Props = {
  label: string;
  /** A secondary text after the label. */
  note?: string;
  value: string;
  flow: Flow;
  maxLength?: number;
  /** Few words: the field has one line. */
  short?: boolean;
  error?: string | null;
  onChange: (text: string) => void;
};

/** A text with variables of the contact and answers of the flow. */
export function TextWithVariables({
  label,
  note,
  value,
  flow,
  maxLength = 4_096,
  short = false,
  error,
  onChange,
}: Props) {
  const { t } = useLingui();
  const [client] = useRows('clients');
  const frame = useRef<HTMLDivElement>(null);
  const insert = (name: string) => {
    const area = frame.current?.querySelector<HTMLTextAreaElement | HTMLInputElement>('textarea, input');
    const at = area?.selectionStart ?? value.length;
    onChange(`${value.slice(0, at)}{{${name}}}${value.slice(at)}`.slice(0, maxLength));
    area?.focus();
  };
  const names = (list: readonly string[]) => list.map((name) => ({ id: name, label: name, run: () => insert(name) }));
  const field = { label, value, maxLength, dir: 'auto', ...(note && { note }), ...(error != null && { error }) };
  return (
    <div ref={frame} className={styles.withVariables}>
      {short ? (
        <TextField {...field} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <TextAreaField {...field} onChange={(event) => onChange(event.target.value)} />
      )}
      <Menu
        label={t`Variables`}
        groups={[names(primaryVariables), names(variablesOf(flow)), names(client?.custom_fields ?? [])]}
        button={(props) => (
          <Button {...props} size="sm" variant="plain">
            <IconBraces {...smallIcon} />
            {t`Insert variable`}
          </Button>
        )}
      />
    </div>
  );
}
