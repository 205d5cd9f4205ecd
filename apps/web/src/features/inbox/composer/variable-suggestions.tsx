import { useLingui } from '@lingui/react/macro';
import { TypedSuggestions, type TypedSuggestionsProps } from '../emoji/typed-suggestions.tsx';
import { findVariables, type MergeValues } from './typed-variable.ts';
import styles from './variable-suggestions.module.css';

export type VariableSuggestionsProps = Pick<TypedSuggestionsProps, 'onChoose' | 'onClose' | 'ref'> & {
  /** What follows the braces. */
  typed: string;
  values: MergeValues;
};

/** Variables for what is typed after two braces. */
export function VariableSuggestions({ typed, values, ...props }: VariableSuggestionsProps) {
  const { t } = useLingui();
  const options = findVariables(values, typed).map(({ name, value }) => ({
    value: name,
    shown: (
      <>
        <bdi>{name}</bdi>
        <bdi className={styles.value}>{value ?? t`no value`}</bdi>
      </>
    ),
  }));
  return <TypedSuggestions label={t`Variables`} options={options} {...props} />;
}
