import { useLingui } from '@lingui/react/macro';
import type { TemplateVariable } from '@parley/contract/template-fill';
import type { VariableSource } from '@parley/contract/types';
import type { ReactNode } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { isLink, isOwnButton, ownLinkPrefix } from '../../data/editor/tracked-links.ts';
import styles from './editor.module.css';

type Props = {
  variable: TemplateVariable;
  source: VariableSource | undefined;
  /** What the recipient in the preview gets. */
  example: string | undefined;
  onChange: (source: VariableSource) => void;
};

/** Whether taps on a link are counted, and how. */
export function TrackLine({ variable, source, example, onChange }: Props) {
  const { t } = useLingui();
  const prefix = ownLinkPrefix();
  const line = (content: ReactNode) => (
    <tr>
      <td colSpan={4}>{content}</td>
    </tr>
  );
  if (isOwnButton(variable)) {
    return line(
      <span className={styles.quiet}>
        {t`Enter the full URL that this button opens. Taps are counted for each recipient.`}
      </span>,
    );
  }
  if (variable.kind === 'url') {
    return line(
      <span className={styles.quiet}>
        {t`Taps on this button can’t be counted. To count them, set its URL in the template to ${`${prefix}{{1}}`}.`}
      </span>,
    );
  }
  if (source === undefined || variable.part !== 'body' || !(source.track || isLink(source, example))) return null;
  const { track: _before, ...rest } = source;
  return line(
    <Checkbox
      checked={source.track === true}
      onChange={({ target }) => onChange(target.checked ? { ...rest, track: true } : rest)}
    >
      {t`Count taps on this link: recipients see an address that begins with ${prefix}`}
    </Checkbox>,
  );
}
