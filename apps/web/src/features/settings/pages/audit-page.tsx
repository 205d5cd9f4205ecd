import { useLingui } from '@lingui/react/macro';
import type { AuditEvent } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useBelow } from '../../../ui/use-media.ts';
import { LiveScope, RequirePermission } from '../../team/public.ts';
import { AuditLog } from '../components/audit/audit-log.tsx';
import { AuditPanel } from '../components/audit/audit-panel.tsx';
import { ForwardingPanel } from '../components/forwarding/forwarding-panel.tsx';

/** `/settings/business?show=audit` */
export function AuditPage() {
  return (
    <LiveScope>
      <RequirePermission right="audit.view">
        <Audit />
      </RequirePermission>
    </LiveScope>
  );
}

function Audit() {
  const { t } = useLingui();
  const [opened, setOpened] = useState<AuditEvent | 'forwarding' | null>(null);
  const phone = useBelow('md');
  const event = opened === 'forwarding' ? null : opened;
  return (
    <>
      <Page scroll="document">
        <PageBar title={t`Audit log`} start={<SubPanelButton label={t`Settings pages`} />}>
          <Button onClick={() => setOpened('forwarding')}>{t`Forwarding`}</Button>
          {/* Phones have no room for both: there the settings pages lead back. */}
          {!phone && (
            <Link to="/settings/business" className={buttonClass()}>
              {t`Business settings`}
            </Link>
          )}
        </PageBar>
        <PageBody>
          <AuditLog openId={event?.id ?? null} onOpen={setOpened} />
        </PageBody>
      </Page>
      {event && <AuditPanel event={event} onClose={() => setOpened(null)} />}
      {opened === 'forwarding' && <ForwardingPanel onClose={() => setOpened(null)} />}
    </>
  );
}
