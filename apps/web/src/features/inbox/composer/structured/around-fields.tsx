import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import type { ReactNode } from 'react';
import type { FormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';

type Around = { header: string; body: string; footer: string };
type AroundFieldsProps = FormProps<Around> & { bodyLimit?: number; children: ReactNode };

/** The texts of an interactive message, with what can be tapped between text and footer. */
export function AroundFields({ draft, change, errorOf, bodyLimit, children }: AroundFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <LimitedField
        label={t`Header`}
        note={t`optional`}
        limit={interactiveLimits.header}
        value={draft.header}
        error={errorOf('header')}
        onChange={(header) => change({ header })}
      />
      <LimitedField
        label={t`Message`}
        multiline
        first
        limit={bodyLimit ?? interactiveLimits.body}
        value={draft.body}
        error={errorOf('body')}
        onChange={(body) => change({ body })}
      />
      {children}
      <LimitedField
        label={t`Footer`}
        note={t`optional`}
        limit={interactiveLimits.footer}
        value={draft.footer}
        error={errorOf('footer')}
        onChange={(footer) => change({ footer })}
      />
    </>
  );
}
