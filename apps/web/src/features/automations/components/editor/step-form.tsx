import { useLingui } from '@lingui/react/macro';
import { comparedLater } from '@parley/contract/flow-problems';
import type { AssignTarget, StepOf } from '@parley/contract/types';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { IdsField } from '../../../../ui/ids-field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useAiSwitch } from '../../../ai/public.ts';
import { useStages } from '../../../stages/public.ts';
import { useRows } from '../../../sync/public.ts';
import { removeArm } from '../../data/flow-edit.ts';
import { numbered } from '../../data/numbered.ts';
import { useFlowWords } from '../../data/use-flow-words.ts';
import { AskForm } from './ask-form.tsx';
import { AttributeField } from './attribute-field.tsx';
import { CallForm } from './call-form.tsx';
import { ChoicesForm } from './choices-form.tsx';
import { ConditionsForm } from './conditions-form.tsx';
import { ConversionForm } from './conversion-form.tsx';
import styles from './editor.module.css';
import { IntentForm } from './intent-form.tsx';
import { MediaForm } from './media-form.tsx';
import { NumberField } from './number-field.tsx';
import type { StepFormProps } from './step-form-props.ts';
import { TemplateForm } from './template-form.tsx';
import { TextWithVariables } from './text-with-variables.tsx';

export function StepForm(props: StepFormProps & { automationId: string }) {
  const { t } = useLingui();
  const { step, flow, setFlow, onChange } = props;
  const words = useFlowWords();
  const labels = useRows('labels');
  const stages = useStages();
  const lists = useRows('contact_lists');
  switch (step.kind) {
    case 'send_text':
    case 'note':
      return (
        <TextWithVariables
          label={t`Text`}
          value={step.text}
          flow={flow}
          onChange={(text) => onChange({ ...step, text })}
        />
      );
    case 'ask_number':
      return (
        <>
          <TextWithVariables
            {...{ label: t`Text`, value: step.text, flow, maxLength: 1_024 }}
            onChange={(text) => onChange({ ...step, text })}
          />
          <p>{t`The customer gets a button that shares their number, and it is added to the contact. Customers whose number is known are asked nothing.`}</p>
        </>
      );
    case 'send_buttons':
      return (
        <>
          <TextWithVariables
            {...{ label: t`Text`, value: step.text, flow, maxLength: 1_024 }}
            onChange={(text) => onChange({ ...step, text })}
          />
          <ChoicesForm
            {...{ label: t`Button`, choices: step.buttons, most: 3, longest: 20 }}
            onChange={(buttons) => onChange({ ...step, buttons })}
          />
        </>
      );
    case 'send_list':
      return (
        <>
          <TextWithVariables
            {...{ label: t`Text`, value: step.text, flow, maxLength: 1_024 }}
            onChange={(text) => onChange({ ...step, text })}
          />
          <TextField
            label={t`Button that opens the list`}
            value={step.button}
            maxLength={20}
            onChange={(event) => onChange({ ...step, button: event.target.value })}
          />
          <ChoicesForm
            {...{ label: t`Row`, choices: step.rows, most: 10, longest: 24 }}
            onChange={(rows) =>
              onChange({
                ...step,
                rows: rows.map((row) => ({ description: '', ...step.rows.find(({ id }) => id === row.id), ...row })),
              })
            }
          />
        </>
      );
    case 'send_template':
      return <TemplateForm step={step} flow={flow} onChange={onChange} />;
    case 'send_media':
      return <MediaForm step={step} flow={flow} onChange={onChange} />;
    case 'call_url':
      return <CallForm step={step} flow={flow} onChange={onChange} />;
    case 'conversion':
      return <ConversionForm step={step} flow={flow} onChange={onChange} />;
    case 'ask':
      return <AskForm step={step} flow={flow} onChange={onChange} />;
    case 'branch':
      return <BranchForm step={step} flow={flow} setFlow={setFlow} onChange={onChange} />;
    case 'intent':
      return <IntentForm {...props} step={step} />;
    case 'wait':
      return (
        <NumberField
          {...{ label: t`Minutes`, value: step.minutes, min: 1, max: 43_200 }}
          onChange={(minutes) => onChange({ ...step, minutes })}
        />
      );
    case 'go_to':
      return (
        <SelectField
          label={t`Step`}
          choices={flow.steps
            .filter(({ id }) => id !== step.id)
            .map((one) => ({ value: one.id, label: `${words.kinds[one.kind]}: ${words.detail(one)}`.slice(0, 80) }))}
          value={step.step ?? ''}
          onChange={(id) => onChange({ ...step, step: id })}
        />
      );
    case 'assign':
    case 'hand_over':
      return <TargetForm to={step.to} onChange={(to) => onChange({ ...step, to })} />;
    case 'label':
    case 'list': {
      const rows = step.kind === 'label' ? labels : lists;
      const choices = rows.map(({ id, name }) => ({ value: id, label: name }));
      return (
        <>
          <IdsField label={t`Add`} choices={choices} ids={step.add} onChange={(add) => onChange({ ...step, add })} />
          <IdsField
            label={t`Remove`}
            choices={choices}
            ids={step.remove}
            onChange={(remove) => onChange({ ...step, remove })}
          />
        </>
      );
    }
    case 'stage':
      return (
        <SelectField
          label={t`Stage`}
          choices={stages.map(({ id, name }) => ({ value: id, label: name }))}
          value={step.stage_id ?? ''}
          onChange={(id) => onChange({ ...step, stage_id: id || null })}
        />
      );
    case 'field':
      return (
        <>
          <AttributeField name={step.name} onChange={(name) => onChange({ ...step, name })} />
          <TextWithVariables
            {...{ label: t`Value`, value: step.value, flow }}
            onChange={(value) => onChange({ ...step, value })}
          />
        </>
      );
    case 'opt_out':
      return (
        <SelectField
          label={t`The contact`}
          choices={[
            { value: 'out', label: t`Gets no more marketing` },
            { value: 'in', label: t`Gets marketing again` },
          ]}
          value={step.active ? 'out' : 'in'}
          onChange={(value) => onChange({ ...step, active: value === 'out' })}
        />
      );
    case 'done':
      return <p className={styles.quiet}>{t`The conversation is marked as done.`}</p>;
    case 'stop':
      return <p className={styles.quiet}>{t`The run ends here.`}</p>;
  }
}

function TargetForm({ to, onChange }: { to: AssignTarget; onChange: (to: AssignTarget) => void }) {
  const { t } = useLingui();
  const users = useRows('users').filter(({ state }) => state === 'active');
  const groups = useRows('user_groups');
  const isOff = useAiSwitch('assistant') === false;
  const kinds: Record<AssignTarget['kind'], string> = {
    ...{ round_robin: t`Members in turn`, member: t`A member`, group: t`A group`, nobody: t`Unassigned` },
    assistant: t`AI assistant`,
  };
  const empty: Record<AssignTarget['kind'], AssignTarget> = {
    round_robin: { kind: 'round_robin', group_id: null },
    member: { kind: 'member', user_id: null },
    group: { kind: 'group', group_id: null },
    nobody: { kind: 'nobody' },
    assistant: { kind: 'assistant' },
  };
  const groupChoices = groups.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <SelectField
        label={t`Assign to`}
        choices={Object.entries(kinds).map(([value, label]) => ({
          ...{ value, label },
          why: value === 'assistant' && isOff ? t`Not switched on` : undefined,
        }))}
        value={to.kind}
        onChange={(kind) => onChange(empty[kind as AssignTarget['kind']])}
      />
      {isOff && (
        <p className={styles.quiet}>
          {t`The AI assistant isn’t switched on.`}{' '}
          <Link to="/integrations" search={{ show: 'answering' }}>{t`Switch on`}</Link>
        </p>
      )}
      {to.kind === 'member' && (
        <SelectField
          label={t`Member`}
          choices={users.map(({ id, name }) => ({ value: id, label: name }))}
          value={to.user_id ?? ''}
          onChange={(user_id) => onChange({ ...to, user_id })}
        />
      )}
      {to.kind === 'group' && (
        <SelectField
          label={t`Group`}
          choices={groupChoices}
          value={to.group_id ?? ''}
          onChange={(group_id) => onChange({ ...to, group_id })}
        />
      )}
      {to.kind === 'round_robin' && (
        <SelectField
          label={t`Of the group`}
          note={t`optional`}
          clearable
          choices={groupChoices}
          value={to.group_id ?? ''}
          onChange={(id) => onChange({ ...to, group_id: id === '' ? null : id })}
        />
      )}
    </>
  );
}

function BranchForm({ step, flow, setFlow, onChange }: StepFormProps<StepOf<'branch'>>) {
  const { t } = useLingui();
  const { arms } = step;
  const change = (at: number, arm: Partial<(typeof arms)[number]>) =>
    onChange({ ...step, arms: arms.map((was, n) => (n === at ? { ...was, ...arm } : was)) });
  return (
    <>
      {numbered(arms).map(({ key, at, one: arm }) => (
        <fieldset key={key} className={styles.arm}>
          <div className={styles.condition}>
            <TextField
              label={t`Branch ${at + 1}`}
              value={arm.name}
              maxLength={40}
              onChange={(event) => change(at, { name: event.target.value })}
            />
            {arms.length > 1 && (
              <IconButton
                size="sm"
                label={t`Remove branch ${at + 1} and its steps`}
                onClick={() => setFlow((was) => removeArm(was, step.id, at))}
              >
                <IconTrash {...icon} />
              </IconButton>
            )}
          </div>
          <ConditionsForm
            conditions={arm.conditions}
            compared={(fields) => comparedLater(flow, fields)}
            onChange={(conditions) => change(at, { conditions })}
          />
        </fieldset>
      ))}
      {arms.length < 10 && (
        <Button
          size="sm"
          onClick={() => onChange({ ...step, arms: [...arms, { name: '', conditions: [], next: null }] })}
        >
          <IconPlus {...smallIcon} />
          {t`Add branch`}
        </Button>
      )}
    </>
  );
}
