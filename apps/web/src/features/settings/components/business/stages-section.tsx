import { useLingui } from '@lingui/react/macro';
import { Fragment, Suspense, useEffect, useState } from 'react';
import { StagesDialog, useStages } from '../../../stages/public.ts';
import { AccountProvider, startLive, useCurrentAccount } from '../../../sync/public.ts';
import { BusinessSection } from './business-section.tsx';

/** The stages of the board. */
export function StagesSection() {
  const { t } = useLingui();
  const account = useCurrentAccount();
  const [changing, setChanging] = useState(false);
  useEffect(() => startLive(), []);
  return (
    <BusinessSection
      id="stages"
      title={t`Stages`}
      lead={t`The columns of the inbox board, such as New, Talking and Won, and the currency in which conversations are valued.`}
      onChange={() => setChanging(true)}
    >
      {account !== null && (
        <AccountProvider value={account}>
          <StageNames />
          <Suspense>{changing && <StagesDialog onClose={() => setChanging(false)} />}</Suspense>
        </AccountProvider>
      )}
    </BusinessSection>
  );
}

function StageNames() {
  const { t } = useLingui();
  const stages = useStages();
  if (stages.length === 0) return <p>{t`No stages yet`}</p>;
  return (
    <p>
      {stages.map(({ id, name }, place) => (
        <Fragment key={id}>
          {place > 0 && ' · '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </p>
  );
}
