import { LiveScope } from '../../team/public.ts';
import { ComposeScreen } from '../components/compose-screen.tsx';

/** `/compose` */
export function ComposePage() {
  return (
    <LiveScope>
      <ComposeScreen />
    </LiveScope>
  );
}
