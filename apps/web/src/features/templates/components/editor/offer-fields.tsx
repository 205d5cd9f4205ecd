import { useLingui } from '@lingui/react/macro';
import { contentLimits } from '@parley/contract/template-content';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextField } from '../../../../ui/field.tsx';
import styles from './editor.module.css';
import type { FieldsProps } from './fields-props.ts';

/** A limited-time offer above the text. */
export function OfferFields({ editor, errorOf }: FieldsProps) {
  const { t } = useLingui();
  const { offer } = editor.values.content;
  return (
    <div className={styles.group}>
      <Checkbox
        checked={offer !== null}
        onChange={() => editor.setContent({ offer: offer === null ? { text: '', expires: true } : null })}
      >
        {t`Limited-time offer`}
      </Checkbox>
      {offer !== null && (
        <>
          <TextField
            label={t`Offer`}
            note={t`${offer.text.length} of ${contentLimits.offer}`}
            dir="auto"
            value={offer.text}
            error={errorOf('offer')}
            onChange={(event) => editor.setContent({ offer: { ...offer, text: event.target.value } })}
          />
          <Checkbox
            checked={offer.expires}
            onChange={() => editor.setContent({ offer: { ...offer, expires: !offer.expires } })}
          >
            {t`Show when the offer ends`}
          </Checkbox>
        </>
      )}
    </div>
  );
}
