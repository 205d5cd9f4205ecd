import { useLingui } from '@lingui/react/macro';
import {
  buttonTypes,
  contentLimits,
  type TemplateButton,
  type TemplateButtonType,
} from '@parley/contract/template-content';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { AddressField } from '../../../../ui/fields/address-field.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu } from '../../../../ui/layer/menu.tsx';
import styles from './editor.module.css';
import type { FieldsProps } from './fields-props.ts';

/** Buttons below the message, at most ten. */
export function ButtonFields({
  editor,
  errorOf,
  types = buttonTypes,
}: FieldsProps & { types?: readonly TemplateButtonType[] }) {
  const { t } = useLingui();
  const { buttons } = editor.values.content;
  const { change: _change, setContent } = editor;
  const set = (at: number, part: Partial<TemplateButton>) =>
    setContent({ buttons: buttons.map((button, index) => (index === at ? { ...button, ...part } : button)) });
  const kinds: Record<TemplateButtonType, string> = {
    QUICK_REPLY: t`Quick reply`,
    URL: t`Open a page`,
    PHONE_NUMBER: t`Call a number`,
    COPY_CODE: t`Copy a code`,
    CATALOG: t`View catalog`,
    FLOW: t`Open a flow`,
  };
  const texts: Partial<Record<TemplateButtonType, string>> = {
    COPY_CODE: t`Copy offer code`,
    CATALOG: t`View catalog`,
  };
  const add = (type: TemplateButtonType) =>
    setContent({ buttons: [...buttons, { type, text: texts[type] ?? '', value: '', sample: '' }] });
  const error = errorOf('buttons');
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>
        {t`Buttons`}
        <span className={styles.count}>{t`${buttons.length} of ${contentLimits.buttons}`}</span>
      </legend>
      {buttons.map((button, at) => {
        const number = at + 1;
        return (
          // WhatsApp identifies buttons by their position.
          <div key={number} className={styles.button}>
            <span className={styles.kind}>{kinds[button.type]}</span>
            <TextField
              label={t`Text of button ${number}`}
              dir="auto"
              value={button.text}
              error={errorOf(`buttons.${at}`)}
              onChange={(event) => set(at, { text: event.target.value })}
            />
            {button.type === 'URL' && (
              <AddressField
                label={t`URL of button ${number}`}
                value={button.value}
                help={t`${'{{1}}'} at the end makes it different for each contact.`}
                onChange={(event) => set(at, { value: event.target.value })}
              />
            )}
            {button.type === 'URL' && button.value.includes('{{') && (
              <AddressField
                label={t`Sample URL of button ${number}`}
                value={button.sample}
                onChange={(event) => set(at, { sample: event.target.value })}
              />
            )}
            {button.type === 'PHONE_NUMBER' && (
              <TextField
                label={t`Number of button ${number}`}
                inputMode="tel"
                value={button.value}
                onChange={(event) => set(at, { value: event.target.value })}
              />
            )}
            {button.type === 'COPY_CODE' && (
              <TextField
                label={t`Sample code of button ${number}`}
                value={button.value}
                onChange={(event) => set(at, { value: event.target.value })}
              />
            )}
            {button.type === 'FLOW' && (
              <>
                <TextField
                  label={t`Flow id of button ${number}`}
                  help={t`From WhatsApp Manager, under Flows`}
                  inputMode="numeric"
                  value={button.value}
                  onChange={(event) => set(at, { value: event.target.value })}
                />
                <TextField
                  label={t`First screen of button ${number}`}
                  note={t`optional`}
                  value={button.sample}
                  onChange={(event) => set(at, { sample: event.target.value })}
                />
              </>
            )}
            <IconButton
              label={t`Remove button ${number}`}
              onClick={() => setContent({ buttons: buttons.filter((_each, index) => index !== at) })}
            >
              <IconTrash {...icon} />
            </IconButton>
          </div>
        );
      })}
      {error !== null && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
      <span>
        <Menu
          label={t`Add button`}
          align="start"
          groups={[
            types.map((type) => ({
              id: type,
              label: kinds[type],
              blocked: buttons.length >= contentLimits.buttons,
              run: () => add(type),
            })),
          ]}
          button={(props) => (
            <Button {...props} size="sm">
              <IconPlus {...smallIcon} />
              {t`Add button`}
            </Button>
          )}
        />
      </span>
    </fieldset>
  );
}
