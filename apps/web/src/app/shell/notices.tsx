import { ConnectionBanner } from './connection-banner.tsx';
import { UpdateBanner } from './update-banner.tsx';

/** What every working page may have to say about itself, above its content. */
export function Notices() {
  return (
    <>
      <ConnectionBanner />
      <UpdateBanner />
    </>
  );
}
