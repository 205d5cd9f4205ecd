import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { AddressField } from '../../../../ui/fields/address-field.tsx';
import { AroundFields } from './around-fields.tsx';
import type { Drafts } from './drafts.ts';
import type { FormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';

/** A text with one button that opens a page. */
export function LinkForm(props: FormProps<Drafts['link']>) {
  return (
    <AroundFields {...props}>
      <LinkFields {...props} />
    </AroundFields>
  );
}

/** A button that opens a page. */
export function LinkFields({ draft, change, errorOf }: FormProps<{ label: string; url: string }>) {
  const { t } = useLingui();
  return (
    <>
      <LimitedField
        label={t`Button`}
        limit={interactiveLimits.linkText}
        value={draft.label}
        error={errorOf('label')}
        onChange={(label) => change({ label })}
      />
      <AddressField
        label={t`Link`}
        placeholder="https://"
        dir="ltr"
        autoComplete="off"
        value={draft.url}
        error={errorOf('url')}
        onChange={(event) => change({ url: event.target.value })}
      />
    </>
  );
}
