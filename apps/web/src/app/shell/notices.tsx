import { ConnectionBanner } from './connection-banner.tsx';
import { UpdateBanner } from './update-banner.tsx';

/** Banners above the content of every working page. */
export function Notices() {
  return (
    <>
      <ConnectionBanner />
      <UpdateBanner />
    </>
  );
}
