import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { isSendableValue, type TemplateVariable, uploadedFileId } from '@parley/contract/template-fill';
import type { AudienceContact, VariableSource } from '@parley/contract/types';
import { primaryVariables, unknownVariables, variablesIn } from '@parley/contract/variables';
import { useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { inputClass } from '../../../../ui/field.tsx';
import { MissingValue } from '../../../../ui/missing-value.tsx';
import { Select } from '../../../../ui/select.tsx';
import {
  CleanValue,
  HeaderFile,
  isFileVariable,
  OfferEnd,
  useVariableHelp,
  useVariableLabel,
} from '../../../templates/public.ts';
import { columnNames } from '../../data/editor/steps.ts';
import { isOwnButton } from '../../data/editor/tracked-links.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useFieldLabel } from '../../data/editor/use-editor-text.ts';
import { AudienceDialog } from './audience-dialog.tsx';
import styles from './editor.module.css';
import messageStyles from './message.module.css';
import { TrackLine } from './track-line.tsx';

type Props = { broadcast: Broadcast; variable: TemplateVariable; contact: AudienceContact | null };

/** The source of one variable's value. */
export function VariableRow({ broadcast, variable, contact }: Props) {
  const { t } = useLingui();
  const label = useVariableLabel()(variable);
  const fieldLabel = useFieldLabel();
  const fallback = useRef<HTMLInputElement>(null);
  const { store, state, customFields, problems } = broadcast;
  const { variables } = state.draft;
  const source = variables[variable.key];
  const problem = problems.find((one) => 'key' in one && one.key === variable.key);
  const chosen = chosenOf(source);
  const columns = columnNames(broadcast.file, state.draft.audience.file_id) ?? [];
  const set = (next: VariableSource) => store.change({ variables: { ...variables, [variable.key]: next } });
  const kept = source?.track === true ? { track: true } : {};
  const withFallback = (base: { field: string } | { column: string }, text = source?.fallback ?? ''): VariableSource =>
    text === '' ? { ...base, ...kept } : { ...base, ...kept, fallback: text };
  const value = source !== undefined && 'value' in source ? source.value : '';
  const help = useVariableHelp()(variable, isOwnButton(variable) ? '' : value);
  const isUnknown =
    chosen !== '' &&
    ![...primaryVariables, ...customFields, ...columns.map((name) => columnMark + name)].includes(chosen);
  const unknownName = source !== undefined && 'column' in source ? source.column : chosen;
  const isFile = isFileVariable(variable.kind);
  const hasOwnInput = variable.kind === 'time' || (isFile && variable.card === undefined);
  return (
    <>
      <tr>
        <th scope="row" title={help}>
          <bdi>{label}</bdi>
        </th>
        <td>
          <span className={messageStyles.source}>
            <Select
              aria-label={t`Value for ${label}`}
              value={chosen}
              onChange={(event) => {
                const next = event.target.value;
                set(next === '' ? { value, ...kept } : withFallback(sourceNamed(next)));
              }}
            >
              <option value="">{t`Same for everyone`}</option>
              {isUnknown && <option value={chosen}>{t`${unknownName} (deleted)`}</option>}
              {!isFile && (
                <optgroup label={t`Primary`}>
                  {primaryVariables.map((name) => (
                    <option key={name} value={name}>
                      {fieldLabel(name)}
                    </option>
                  ))}
                </optgroup>
              )}
              {customFields.length > 0 && (
                <optgroup label={t`Custom`}>
                  {customFields.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              )}
              {columns.length > 0 && (
                <optgroup label={t`Columns of the file`}>
                  {columns.map((name) => (
                    <option key={name} value={columnMark + name}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              )}
            </Select>
            {chosen === '' && isFileVariable(variable.kind) && variable.card === undefined && (
              <HeaderFile
                kind={variable.kind}
                value={value}
                error={
                  problem?.kind === 'source' ? t`Upload a file, or enter an address that starts with https://.` : null
                }
                onChange={(next) => set({ value: next })}
              />
            )}
            {chosen === '' && variable.kind === 'time' && (
              <OfferEnd label={label} value={value} error={null} onChange={(next) => set({ value: next })} />
            )}
            {chosen === '' && !hasOwnInput && (
              <input
                className={inputClass()}
                aria-label={t`Text for ${label}`}
                placeholder={variable.example ?? ''}
                dir={variable.kind === 'text' || variable.kind === 'place' ? 'auto' : 'ltr'}
                inputMode={isFile ? 'url' : undefined}
                value={value}
                maxLength={2_000}
                aria-invalid={problem?.kind === 'source' || undefined}
                onChange={(event) => set({ value: event.target.value, ...kept })}
              />
            )}
          </span>
        </td>
        <td data-label={t`If empty`}>
          {source === undefined || 'value' in source ? (
            <span className={styles.quiet}>{t`always set`}</span>
          ) : (
            <input
              ref={fallback}
              className={inputClass()}
              aria-label={t`If ${label} is empty`}
              dir="auto"
              value={source?.fallback ?? ''}
              maxLength={2_000}
              onChange={(event) => set(withFallback(sourceNamed(chosen), event.target.value))}
            />
          )}
        </td>
        <td data-label={t`Example`}>
          <Example source={source} exampleValue={contact?.values[variable.key]} />
        </td>
      </tr>
      <TrackLine variable={variable} source={source} example={contact?.values[variable.key]} onChange={set} />
      {problem?.kind === 'source' && source !== undefined && (
        <SourceProblem source={source} customFields={customFields} onChange={set} />
      )}
      {problem?.kind === 'missing' && (
        <FixLine
          broadcast={broadcast}
          variable={variable}
          label={label}
          count={problem.count}
          onFallback={() => fallback.current?.focus()}
        />
      )}
    </>
  );
}

/** Before the name of a column in the values of the choice: no field's name begins with it. */
const columnMark = '\u001f';

/** The value of the choice for a source; empty: a text. */
function chosenOf(source: VariableSource | undefined): string {
  if (source === undefined || 'value' in source) return '';
  return 'column' in source ? columnMark + source.column : source.field;
}

function sourceNamed(chosen: string): { field: string } | { column: string } {
  return chosen.startsWith(columnMark) ? { column: chosen.slice(columnMark.length) } : { field: chosen };
}

type SourceProblemProps = {
  source: VariableSource;
  customFields: readonly string[];
  onChange: (source: VariableSource) => void;
};

/** Why a text is not allowed, and a corrected one. */
function SourceProblem({ source, customFields, onChange }: SourceProblemProps) {
  const { t } = useLingui();
  const value = 'value' in source ? source.value : '';
  const fallback = source.fallback ?? '';
  const [unknown] = unknownVariables(`${value} ${fallback}`, customFields);
  const token = `{{${unknown}}}`;
  const isClean = [value, fallback].every((text) => isSendableValue(text.trim()));
  if (unknown === undefined && isClean) return null;
  return (
    <tr>
      <td colSpan={4}>
        <span className={styles.row}>
          <span className={styles.bad}>
            {unknown === undefined
              ? t`New lines, tabs and more than 4 spaces in a row can’t be sent.`
              : t`Unknown variable ${token}. Correct its name or remove it.`}
          </span>
          {'value' in source && <CleanValue value={value} onChange={(text) => onChange({ ...source, value: text })} />}
          <CleanValue value={fallback} onChange={(text) => onChange({ ...source, fallback: text })} />
        </span>
      </td>
    </tr>
  );
}

/** The value for the contact in the preview. */
function Example({ source, exampleValue }: { source: VariableSource | undefined; exampleValue: string | undefined }) {
  const { t } = useLingui();
  const fieldLabel = useFieldLabel();
  if (
    source !== undefined &&
    'value' in source &&
    (exampleValue === undefined || variablesIn(source.value).length === 0)
  ) {
    if (uploadedFileId(source.value) !== null) return <span className={styles.quiet}>{t`Uploaded file`}</span>;
    return source.value.trim() === '' ? <MissingValue /> : <bdi>{source.value}</bdi>;
  }
  if (exampleValue !== undefined) return <bdi>{exampleValue}</bdi>;
  if (source === undefined || 'value' in source) return <MissingValue />;
  return source.fallback !== undefined ? (
    <bdi>{source.fallback}</bdi>
  ) : (
    <span className={styles.quiet}>{`[${'column' in source ? source.column : fieldLabel(source.field)}]`}</span>
  );
}

type FixProps = {
  broadcast: Broadcast;
  variable: TemplateVariable;
  label: string;
  count: number;
  onFallback: () => void;
};

/** Contacts without a value, and what to do about them. */
function FixLine({ broadcast, variable, label, count, onFallback }: FixProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const { store, state } = broadcast;
  const title = t`${plural(count, { one: '# recipient has', other: '# recipients have' })} no value for ${label}`;
  return (
    <tr>
      <td colSpan={4}>
        <span className={styles.row}>
          <MissingValue />
          <span>{title}</span>
          <Button size="sm" onClick={() => store.change({ exclude: { ...state.draft.exclude, missing_values: true } })}>
            {t`Exclude them`}
          </Button>
          <Button size="sm" onClick={onFallback}>{t`Enter the text to use instead`}</Button>
          <Button size="sm" aria-haspopup="dialog" onClick={() => setShown(true)}>{t`Edit these contacts`}</Button>
        </span>
        {shown && (
          <AudienceDialog
            draft={state.draft}
            title={title}
            show={{ missing: variable.key }}
            onClose={() => setShown(false)}
          />
        )}
      </td>
    </tr>
  );
}
