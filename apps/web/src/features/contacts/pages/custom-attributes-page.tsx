import { LiveScope } from '../../team/public.ts';
import { CustomAttributes } from '../components/attributes/custom-attributes.tsx';

/** `/settings/custom-attributes` */
export function CustomAttributesPage() {
  return (
    <LiveScope>
      <CustomAttributes />
    </LiveScope>
  );
}
