import { useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { icon } from '../../../../ui/icon.ts';
import { iconButtonClass } from '../../../../ui/icon-button.tsx';

export function BackToList() {
  const { t } = useLingui();
  return (
    <Link
      to="/automations"
      search={{}}
      className={iconButtonClass()}
      aria-label={t`All automations`}
      data-tip={t`All automations`}
    >
      <IconArrowLeft {...icon} />
    </Link>
  );
}
