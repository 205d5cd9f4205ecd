import { useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, type MenuAct } from '../../../ui/layer/menu.tsx';

/** The acts of one row behind three dots. */
export function RowMenu({ label, groups }: { label: string; groups: MenuAct[][] }) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Acts for ${label}`}
      groups={groups}
      button={(props) => (
        <IconButton {...props} size="sm" label={t`Acts for ${label}`}>
          <IconDots {...icon} />
        </IconButton>
      )}
    />
  );
}
