import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { AroundFields } from './around-fields.tsx';
import type { Drafts } from './drafts.ts';
import type { FormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';
import styles from './structured.module.css';

/** A text with up to three buttons to answer with. */
export function ButtonsForm(props: FormProps<Drafts['buttons']>) {
  const { t } = useLingui();
  const { draft, change, errorOf } = props;
  const { buttons } = draft;
  return (
    <AroundFields {...props}>
      {buttons.map((title, at) => {
        const number = at + 1;
        return (
          // Buttons are told apart by their position.
          <div key={number} className={styles.line}>
            <LimitedField
              label={t`Button ${number}`}
              limit={interactiveLimits.buttonTitle}
              value={title}
              error={errorOf(`buttons.${at}`)}
              onChange={(next) => change({ buttons: buttons.map((each, place) => (place === at ? next : each)) })}
            />
            {buttons.length > 1 && (
              <IconButton
                label={t`Remove button ${number}`}
                onClick={() => change({ buttons: buttons.filter((_each, place) => place !== at) })}
              >
                <IconTrash {...icon} />
              </IconButton>
            )}
          </div>
        );
      })}
      {buttons.length < interactiveLimits.buttons && (
        <span>
          <Button size="sm" onClick={() => change({ buttons: [...buttons, ''] })}>
            <IconPlus {...smallIcon} />
            {t`Add button`}
          </Button>
        </span>
      )}
    </AroundFields>
  );
}
