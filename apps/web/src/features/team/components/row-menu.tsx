import { useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, type MenuAction } from '../../../ui/layer/menu.tsx';

/** The actions menu of a row. */
export function RowMenu({ label, groups }: { label: string; groups: MenuAction[][] }) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Actions for ${label}`}
      groups={groups}
      button={(props) => (
        <IconButton {...props} size="sm" label={t`Actions for ${label}`}>
          <IconDots {...icon} />
        </IconButton>
      )}
    />
  );
}
