import { useLingui } from '@lingui/react/macro';
import { IconRefresh } from '@tabler/icons-react';
import { useUpdate } from '../../platform/update.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { icon } from '../../ui/icon.ts';

/** Offers a version that was installed meanwhile; when it is loaded is the person's choice. */
export function UpdateBanner() {
  const { t } = useLingui();
  const load = useUpdate((update) => update.load);
  if (load === null) return null;
  return (
    <Banner icon={<IconRefresh {...icon} />} action={<Button size="sm" onClick={load}>{t`Load it now`}</Button>}>
      {t`A new version is ready. What you are writing stays.`}
    </Banner>
  );
}
