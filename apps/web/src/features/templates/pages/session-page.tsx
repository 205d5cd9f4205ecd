import { LiveScope, RequirePermission } from '../../team/public.ts';
import { SessionTemplates } from '../components/session/session-templates.tsx';

/** `/templates/session` */
export function SessionPage() {
  return (
    <LiveScope>
      <RequirePermission right="session_templates.edit">
        <SessionTemplates />
      </RequirePermission>
    </LiveScope>
  );
}
