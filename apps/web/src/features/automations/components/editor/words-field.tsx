import { useLingui } from '@lingui/react/macro';
import type { MatchMode } from '@parley/contract/types';
import { TextAreaField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';

type Words = { match: MatchMode; words: string[] };

/** Keywords, one a line, and how they are compared. */
export function WordsField({ match, words, onChange }: Words & { onChange: (next: Words) => void }) {
  const { t } = useLingui();
  return (
    <>
      <SelectField
        label={t`Message`}
        choices={[
          { value: 'contains', label: t`Contains one of the keywords` },
          { value: 'exact', label: t`Is exactly one of the keywords` },
          { value: 'pattern', label: t`Matches a pattern` },
        ]}
        value={match}
        onChange={(mode) => onChange({ match: mode as MatchMode, words })}
      />
      <TextAreaField
        label={match === 'pattern' ? t`Patterns (RE2), one per line` : t`Keywords, one per line`}
        value={words.join('\n')}
        onChange={(event) => onChange({ match, words: event.target.value.split('\n').slice(0, 50) })}
      />
    </>
  );
}
