import { useLingui } from '@lingui/react/macro';
import type { RatingRule } from '@parley/contract/types';
import { IconX } from '@tabler/icons-react';
import { TextField } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import styles from './business.module.css';

type Text = RatingRule['texts'][number];
type RatingTextProps = {
  /** Of the language. */
  name: string;
  text: Text;
  scale: RatingRule['scale'];
  errors: Record<'question' | 'button' | 'thanks', string | undefined>;
  onChange: (part: Partial<Text>) => void;
  /** Null: the only one. */
  onRemove: (() => void) | null;
};

/** The texts of one language. */
export function RatingText({ name, text, scale, errors, onChange, onRemove }: RatingTextProps) {
  const { t } = useLingui();
  return (
    <fieldset className={styles.texts}>
      <legend>{name}</legend>
      {onRemove && (
        <IconButton size="sm" label={t`Remove ${name}`} onClick={onRemove}>
          <IconX {...smallIcon} />
        </IconButton>
      )}
      <TextField
        label={t`Question`}
        dir="auto"
        value={text.question}
        error={errors.question ?? null}
        onChange={(event) => onChange({ question: event.target.value })}
      />
      {scale === 5 && (
        <TextField
          label={t`Rating button text`}
          dir="auto"
          value={text.button}
          error={errors.button ?? null}
          onChange={(event) => onChange({ button: event.target.value })}
        />
      )}
      <TextField
        label={t`Reply to the answer`}
        note={t`optional`}
        dir="auto"
        value={text.thanks}
        error={errors.thanks ?? null}
        onChange={(event) => onChange({ thanks: event.target.value })}
      />
    </fieldset>
  );
}
