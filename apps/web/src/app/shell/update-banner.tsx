import { useLingui } from '@lingui/react/macro';
import { IconRefresh } from '@tabler/icons-react';
import { useUpdate } from '../../platform/update.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { icon } from '../../ui/icon.ts';

/** Offers a new version that was installed in the background; the user decides when to load it. */
export function UpdateBanner() {
  const { t } = useLingui();
  const load = useUpdate((update) => update.load);
  if (load === null) return null;
  return (
    <Banner icon={<IconRefresh {...icon} />} action={<Button size="sm" onClick={load}>{t`Load it now`}</Button>}>
      {t`A new version is ready. Your text is saved.`}
    </Banner>
  );
}
