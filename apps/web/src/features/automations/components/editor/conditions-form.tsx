import { useLingui } from '@lingui/react/macro';
import type { AutomationCondition } from '@parley/contract/types';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { languageChoices } from '../../../../platform/languages.ts';
import { QueryScope } from '../../../../platform/query.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { IdsField } from '../../../../ui/ids-field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useAds } from '../../../ads/public.ts';
import { useRows } from '../../../sync/public.ts';
import { numbered } from '../../data/numbered.ts';
import { AttributeField, type AttributeFieldProps } from './attribute-field.tsx';
import styles from './editor.module.css';
import { NumberField } from './number-field.tsx';
import { WordsField } from './words-field.tsx';

type Kind = AutomationCondition['kind'];

function emptyCondition(kind: Kind): AutomationCondition {
  switch (kind) {
    case 'channel':
      return { kind, channel_ids: [] };
    case 'hours':
      return { kind, open: false };
    case 'list':
      return { kind, list_id: null, is: true };
    case 'label':
      return { kind, label_id: null, is: true };
    case 'assigned':
      return { kind, is: false };
    case 'value':
      return { kind, name: '', operator: 'is', value: '' };
    case 'ad':
      return { kind, ads: [] };
    case 'country':
      return { kind, codes: [] };
    case 'language':
      return { kind, languages: [] };
    case 'text':
      return { kind, match: 'contains', words: [] };
    case 'percentage':
      return { kind, percent: 50 };
  }
}

type Compared = NonNullable<AttributeFieldProps['compared']>;

type Props = {
  conditions: AutomationCondition[];
  compared: Compared;
  onChange: (conditions: AutomationCondition[]) => void;
};

/** Conditions that must all be true. */
export function ConditionsForm({ conditions, compared, onChange }: Props) {
  const { t } = useLingui();
  const kinds: Record<Kind, string> = {
    text: t`Message text`,
    channel: t`Channel`,
    hours: t`Working hours`,
    assigned: t`Assignment`,
    label: t`Label`,
    list: t`Contact list`,
    value: t`Attribute or answer`,
    ad: t`Ad`,
    country: t`Country`,
    language: t`Language`,
    percentage: t`Percentage`,
  };
  const replace = (at: number, one: AutomationCondition) =>
    onChange(conditions.map((was, n) => (n === at ? one : was)));
  return (
    <>
      {numbered(conditions).map(({ key, at, one }) => (
        <div key={key} className={styles.condition}>
          <div className={styles.form}>
            <SelectField
              label={t`Condition`}
              choices={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
              value={one.kind}
              onChange={(kind) => replace(at, emptyCondition(kind as Kind))}
            />
            <ConditionFields one={one} compared={compared} onChange={(next) => replace(at, next)} />
          </div>
          <IconButton
            size="sm"
            label={t`Remove condition`}
            onClick={() => onChange(conditions.filter((_one, n) => n !== at))}
          >
            <IconTrash {...icon} />
          </IconButton>
        </div>
      ))}
      {conditions.length < 10 && (
        <Button size="sm" onClick={() => onChange([...conditions, emptyCondition('text')])}>
          <IconPlus {...smallIcon} />
          {t`Add condition`}
        </Button>
      )}
    </>
  );
}

type FieldsProps = {
  one: AutomationCondition;
  compared: Compared;
  onChange: (one: AutomationCondition) => void;
};

function ConditionFields({ one, compared, onChange }: FieldsProps) {
  const { t, i18n } = useLingui();
  const channels = useRows('channels');
  const lists = useRows('contact_lists');
  const labels = useRows('labels');
  const yesNo = (label: string, yes: string, no: string, value: boolean, set: (is: boolean) => void) => (
    <SelectField
      label={label}
      choices={[
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
      value={value ? 'yes' : 'no'}
      onChange={(chosen) => set(chosen === 'yes')}
    />
  );
  switch (one.kind) {
    case 'channel':
      return (
        <IdsField
          label={t`Channels`}
          choices={channels.map(({ id, channel_label }) => ({ value: id, label: channel_label }))}
          ids={one.channel_ids}
          onChange={(channel_ids) => onChange({ ...one, channel_ids })}
        />
      );
    case 'hours':
      return yesNo(
        t`The channel is`,
        t({ message: 'Open', context: 'channel' }),
        t({ message: 'Closed', context: 'channel' }),
        one.open,
        (open) => onChange({ ...one, open }),
      );
    case 'assigned':
      return yesNo(t`The conversation is`, t`Assigned`, t`Not assigned`, one.is, (is) => onChange({ ...one, is }));
    case 'language':
      return (
        <>
          <IdsField
            label={t`Languages`}
            choices={languageChoices(i18n.locale)}
            ids={one.languages}
            onChange={(languages) => onChange({ ...one, languages })}
          />
          <p className={styles.quiet}>
            {t`Taken from the contact’s attribute “Language”, or from the letters of the message. Unknown languages don’t match.`}
          </p>
        </>
      );
    case 'list':
      return (
        <>
          {yesNo(t`The contact is`, t`In the list`, t`Not in the list`, one.is, (is) => onChange({ ...one, is }))}
          <SelectField
            label={t`Contact list`}
            choices={lists.map(({ id, name }) => ({ value: id, label: name }))}
            value={one.list_id ?? ''}
            onChange={(list_id) => onChange({ ...one, list_id })}
          />
        </>
      );
    case 'label':
      return (
        <>
          {yesNo(t`The conversation has`, t`The label`, t`Not the label`, one.is, (is) => onChange({ ...one, is }))}
          <SelectField
            label={t`Label`}
            choices={labels.map(({ id, name }) => ({ value: id, label: name }))}
            value={one.label_id ?? ''}
            onChange={(label_id) => onChange({ ...one, label_id })}
          />
        </>
      );
    case 'value':
      return <ValueFields {...{ one, compared, onChange }} />;
    case 'ad':
      return (
        <QueryScope>
          <AdFields one={one} onChange={onChange} />
        </QueryScope>
      );
    case 'country':
      return (
        <TextField
          label={t`Country codes`}
          help={t`Two letters each, as GB, DE.`}
          value={one.codes.join(', ')}
          onChange={(event) => onChange({ ...one, codes: codesIn(event.target.value) })}
        />
      );
    case 'text':
      return <WordsField {...one} onChange={(words) => onChange({ ...one, ...words })} />;
    case 'percentage':
      return (
        <NumberField
          label={t`Percent of contacts`}
          value={one.percent}
          min={1}
          max={99}
          onChange={(percent) => onChange({ ...one, percent })}
        />
      );
  }
}

type FromAd = Extract<AutomationCondition, { kind: 'ad' }>;

function AdFields({ one, onChange }: { one: FromAd; onChange: (one: FromAd) => void }) {
  const { t } = useLingui();
  const known = useAds();
  // A chosen one may be too old to be listed.
  const ads = [...known, ...one.ads.filter(({ id }) => !known.some((ad) => ad.id === id))];
  return (
    <>
      <IdsField
        label={t`Came from the ad`}
        choices={ads.map(({ id, title }) => ({ value: id, label: title || id }))}
        ids={one.ads.map(({ id }) => id)}
        onChange={(ids) =>
          onChange({
            ...one,
            ads: ids.flatMap((id) => ads.find((ad) => ad.id === id) ?? []).map(({ id, title }) => ({ id, title })),
          })
        }
      />
      <p className={styles.quiet}>{t`Of the customer’s message. Without a choice, any ad or post.`}</p>
    </>
  );
}

function codesIn(text: string): string[] {
  return [...new Set(text.toUpperCase().match(/[A-Z]{2}/g) ?? [])].slice(0, 50);
}

type Value = Extract<AutomationCondition, { kind: 'value' }>;

function ValueFields({ one, compared, onChange }: { one: Value; compared: Compared; onChange: (one: Value) => void }) {
  const { t } = useLingui();
  const operators: Record<Value['operator'], string> = {
    ...{ is: t`Is`, is_not: t`Is not`, contains: t`Contains`, greater: t`Is greater than`, less: t`Is less than` },
    ...{ is_set: t`Has a value`, is_empty: t`Is empty` },
  };
  return (
    <>
      <AttributeField name={one.name} compared={compared} onChange={(name) => onChange({ ...one, name })} />
      <SelectField
        label={t`Comparison`}
        choices={Object.entries(operators).map(([value, label]) => ({ value, label }))}
        value={one.operator}
        onChange={(operator) => onChange({ ...one, operator: operator as Value['operator'] })}
      />
      {one.operator !== 'is_set' && one.operator !== 'is_empty' && (
        <TextField
          label={t`Value`}
          value={one.value}
          maxLength={200}
          onChange={(event) => onChange({ ...one, value: event.target.value })}
        />
      )}
    </>
  );
}
