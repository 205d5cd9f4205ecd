import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { fixValue, primaryVariables } from '@parley/contract/merge';
import type { TemplateSlot } from '@parley/contract/template-fill';
import type { AudiencePerson, SlotSource } from '@parley/contract/types';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { useSlotHelp, useSlotLabel } from '../../templates/public.ts';
import styles from './create.module.css';
import messageStyles from './message.module.css';
import { PeopleDialog } from './people-dialog.tsx';
import type { Broadcast } from './use-broadcast.ts';
import { useFieldWords } from './use-words.ts';

type Props = { broadcast: Broadcast; slot: TemplateSlot; person: AudiencePerson | null };

/** What one variable of the template is filled with. */
export function VariableRow({ broadcast, slot, person }: Props) {
  const { t } = useLingui();
  const label = useSlotLabel()(slot);
  const help = useSlotHelp()(slot);
  const fieldWords = useFieldWords();
  const fallback = useRef<HTMLInputElement>(null);
  const { keeper, state, customFields, troubles } = broadcast;
  const { variables } = state.draft;
  const source = variables[slot.key];
  const trouble = troubles.find((one) => 'key' in one && one.key === slot.key);
  const field = source !== undefined && 'field' in source ? source.field : '';
  const set = (next: SlotSource) => keeper.change({ variables: { ...variables, [slot.key]: next } });
  const withFallback = (base: { field: string } | { value: string }, text = source?.fallback ?? ''): SlotSource =>
    text === '' ? base : { ...base, fallback: text };
  const value = source !== undefined && 'value' in source ? source.value : '';
  const isUnknown = field !== '' && ![...primaryVariables, ...customFields].includes(field);
  const isFile = slot.key === 'header.file';
  return (
    <>
      <tr>
        <th scope="row" title={help}>
          <bdi>{label}</bdi>
        </th>
        <td>
          <span className={messageStyles.source}>
            <select
              className={inputClass()}
              aria-label={t`What fills ${label}`}
              value={field}
              onChange={(event) => {
                const chosen = event.target.value;
                set(chosen === '' ? { value } : withFallback({ field: chosen }));
              }}
            >
              <option value="">{t`The same for everybody`}</option>
              {isUnknown && <option value={field}>{t`${field} (deleted)`}</option>}
              {!isFile && (
                <optgroup label={t`Primary`}>
                  {primaryVariables.map((name) => (
                    <option key={name} value={name}>
                      {fieldWords(name)}
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
            </select>
            {field === '' && (
              <input
                className={inputClass()}
                aria-label={t`Text for ${label}`}
                placeholder={slot.example ?? ''}
                dir={slot.kind === 'text' ? 'auto' : 'ltr'}
                inputMode={isFile ? 'url' : undefined}
                value={value}
                maxLength={2_000}
                aria-invalid={trouble?.kind === 'source' || undefined}
                onChange={(event) => set({ value: event.target.value })}
              />
            )}
          </span>
        </td>
        <td data-label={t`If empty`}>
          {field === '' ? (
            <span className={styles.quiet}>{t`always set`}</span>
          ) : (
            <input
              ref={fallback}
              className={inputClass()}
              aria-label={t`If ${label} is empty`}
              dir="auto"
              value={source?.fallback ?? ''}
              maxLength={2_000}
              onChange={(event) => set(withFallback({ field }, event.target.value))}
            />
          )}
        </td>
        <td data-label={t`Example`}>
          <Example source={source} told={person?.values[slot.key]} />
        </td>
      </tr>
      {trouble?.kind === 'missing' && (
        <FixLine
          broadcast={broadcast}
          slot={slot}
          label={label}
          count={trouble.count}
          onFallback={() => fallback.current?.focus()}
        />
      )}
    </>
  );
}

/** What stands there for the person that is previewed. */
function Example({ source, told }: { source: SlotSource | undefined; told: string | undefined }) {
  const fieldWords = useFieldWords();
  if (source !== undefined && 'value' in source) {
    return source.value.trim() === '' ? <Fix /> : <bdi>{source.value}</bdi>;
  }
  if (told !== undefined) return <bdi>{told}</bdi>;
  if (source === undefined) return <Fix />;
  return source.fallback !== undefined ? (
    <bdi>{source.fallback}</bdi>
  ) : (
    <span className={styles.quiet}>{`[${fieldWords(source.field)}]`}</span>
  );
}

export function Fix() {
  return <span className={styles.fix}>{fixValue}</span>;
}

type FixProps = { broadcast: Broadcast; slot: TemplateSlot; label: string; count: number; onFallback: () => void };

/** Whoever lacks a value, and the ways out of it. */
function FixLine({ broadcast, slot, label, count, onFallback }: FixProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const { keeper, state } = broadcast;
  const title = t`${plural(count, { one: '# person has', other: '# people have' })} no value for ${label}`;
  return (
    <tr>
      <td colSpan={4}>
        <span className={styles.row}>
          <Fix />
          <span>{title}</span>
          <Button
            size="sm"
            onClick={() => keeper.change({ exclude: { ...state.draft.exclude, missing_values: true } })}
          >
            {t`Leave them out`}
          </Button>
          <Button size="sm" onClick={onFallback}>{t`Say what stands there instead`}</Button>
          <Button size="sm" aria-haspopup="dialog" onClick={() => setShown(true)}>{t`Edit these contacts`}</Button>
        </span>
        {shown && (
          <PeopleDialog
            draft={state.draft}
            title={title}
            show={{ missing: slot.key }}
            onClose={() => setShown(false)}
          />
        )}
      </td>
    </tr>
  );
}
