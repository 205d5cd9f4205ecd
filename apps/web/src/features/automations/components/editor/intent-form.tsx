import { useLingui } from '@lingui/react/macro';
import type { StepOf } from '@parley/contract/types';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { AiIntentConsent } from '../../../ai/public-settings.ts';
import { newStepId, removeArm } from '../../data/flow-edit.ts';
import { IntentExam } from '../exam/lazy.ts';
import styles from './editor.module.css';
import { NumberField } from './number-field.tsx';
import type { StepFormProps } from './step-form-props.ts';

type Intent = StepOf<'intent'>['intents'][number];

type Props = StepFormProps<StepOf<'intent'>> & { automationId: string };

/** What a customer may want, each with a way of its own. */
export function IntentForm({ automationId, step, setFlow, onChange }: Props) {
  const { t } = useLingui();
  const { intents } = step;
  const [exam, setExam] = useState(false);
  const change = (id: string, intent: Partial<Intent>) =>
    onChange({ ...step, intents: intents.map((was) => (was.id === id ? { ...was, ...intent } : was)) });
  const named = intents.filter(({ name, about }) => name.trim() !== '' && about.trim() !== '');
  return (
    <>
      <p className={styles.quiet}>{t`Your AI provider chooses what the customer’s message is about.`}</p>
      {intents.map(({ id, name, about }, at) => (
        <fieldset key={id} className={styles.arm}>
          <div className={styles.condition}>
            <TextField
              label={t`Intent ${at + 1}`}
              value={name}
              maxLength={40}
              onChange={(event) => change(id, { name: event.target.value })}
            />
            {intents.length > 1 && (
              <IconButton
                size="sm"
                label={t`Remove intent ${at + 1} and its steps`}
                onClick={() => setFlow((was) => removeArm(was, step.id, at))}
              >
                <IconTrash {...icon} />
              </IconButton>
            )}
          </div>
          <TextAreaField
            label={t`Description ${at + 1}`}
            placeholder={t`Asks where an order is or when it arrives`}
            value={about}
            maxLength={300}
            onChange={(event) => change(id, { about: event.target.value })}
          />
        </fieldset>
      ))}
      {intents.length < 10 && (
        <Button
          size="sm"
          onClick={() =>
            onChange({ ...step, intents: [...intents, { id: newStepId(), name: '', about: '', next: null }] })
          }
        >
          <IconPlus {...smallIcon} />
          {t`Add intent`}
        </Button>
      )}
      <NumberField
        {...{ label: t`Minimum confidence (%)`, value: step.min_confidence, min: 0, max: 100 }}
        onChange={(min_confidence) => onChange({ ...step, min_confidence })}
      />
      <p
        className={styles.quiet}
      >{t`Below it, and when AI doesn’t say how sure it is, the flow continues as if none fits.`}</p>
      <SelectField
        label={t`In a dry run, continue with`}
        choices={[
          { value: '', label: t`None fits, or no answer` },
          ...intents.map(({ id, name }, at) => ({ value: id, label: name || t`Intent ${at + 1}` })),
        ]}
        value={step.sample ?? ''}
        onChange={(id) => onChange({ ...step, sample: id === '' ? null : id })}
      />
      <AiIntentConsent
        intents={named.map(({ name, about }) => ({ name, about }))}
        // Saved again, so that the server looks whether something is still missing.
        onAgreed={() => onChange({ ...step })}
      />
      <Button size="sm" blocked={named.length < intents.length} onClick={() => setExam(true)}>
        {t`Try on past conversations`}
      </Button>
      {exam && (
        <IntentExam
          {...{ automationId, step }}
          onBar={(min_confidence) => onChange({ ...step, min_confidence })}
          onClose={(touched) => {
            setExam(false);
            // As above: what publishing needs may be there now.
            if (touched) onChange({ ...step });
          }}
        />
      )}
    </>
  );
}
