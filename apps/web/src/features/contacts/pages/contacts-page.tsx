import { LiveScope } from '../../team/public.ts';
import { ContactsScreen } from '../components/contacts-screen.tsx';

/** `/contacts` */
export function ContactsPage() {
  return (
    <LiveScope>
      <ContactsScreen />
    </LiveScope>
  );
}
