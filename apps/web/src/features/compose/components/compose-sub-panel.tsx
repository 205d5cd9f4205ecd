import { useLingui } from '@lingui/react/macro';
import { IconHistory, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { icon } from '../../../ui/icon.ts';
import { closeSubPanel, SubPanel, subPanelEntryClass } from '../../../ui/sub-panel.tsx';

const exact = {
  activeOptions: { exact: true, includeSearch: false },
  activeProps: { 'aria-current': 'page' },
} as const;

/** The two pages of Compose. */
export function ComposeSubPanel() {
  const { t } = useLingui();
  return (
    <SubPanel label={t`Compose`} title={t`Compose`}>
      <nav aria-label={t`Compose`}>
        <Link to="/compose" {...exact} className={subPanelEntryClass} onClick={closeSubPanel}>
          <IconPencil {...icon} />
          {t`New message`}
        </Link>
        <Link to="/compose/history" {...exact} className={subPanelEntryClass} onClick={closeSubPanel}>
          <IconHistory {...icon} />
          {t`History`}
        </Link>
      </nav>
    </SubPanel>
  );
}
