import { LiveScope, RequirePermission } from '../../team/public.ts';
import { WhatsAppTemplates } from '../components/whatsapp-templates.tsx';

/** `/templates/whatsapp`; the filters are in the URL. */
export function WhatsAppPage() {
  return (
    <LiveScope>
      <RequirePermission right="templates.view">
        <WhatsAppTemplates />
      </RequirePermission>
    </LiveScope>
  );
}
