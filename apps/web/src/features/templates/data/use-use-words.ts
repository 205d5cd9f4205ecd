import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TemplateUse } from '@parley/contract/types';

/** What uses a template, by name. */
export function useUseWords(): (use: TemplateUse) => string {
  const { t } = useLingui();
  return ({ kind, name }) => {
    if (kind !== 'scheduled') return name;
    const count = Number(name);
    return t`${plural(count, { one: '# scheduled message', other: '# scheduled messages' })}`;
  };
}
