import { type ReactNode, useEffect, useState } from 'react';
import { type Clock, systemClock } from '../platform/clock.ts';

/** The specification's icon timeout, in milliseconds: a picture that takes longer is given up. */
export const pictureTimeoutMs = 1500;

/** Loads a picture into memory, or gives it up. @returns whether it can be shown */
export function loadPicture(
  address: string,
  clock: Clock = systemClock,
  load: (address: string) => Promise<void> = decode,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(() => resolve(false), pictureTimeoutMs);
    load(address)
      .then(
        () => resolve(true),
        // Broken or gone: as if it had none.
        () => resolve(false),
      )
      .finally(() => clock.clearTimer(timer));
  });
}

async function decode(address: string): Promise<void> {
  const image = new Image();
  image.src = address;
  await image.decode();
}

/** Only pictures of this origin can be shown; a photo that lies elsewhere is as good as none. */
export function ownPicture(address: string | null | undefined): string | null {
  return address?.startsWith('/') ? address : null;
}

/** A logo or a photo from elsewhere; `children` (initials) until it is there, and for good when it takes too long. */
export function RemotePicture(props: { address: string | null; className?: string; children: ReactNode }) {
  const { address, className, children } = props;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (address === null) return;
    let here = true;
    void loadPicture(address).then((fine) => {
      if (here && fine) setShown(address);
    });
    return () => {
      here = false;
    };
  }, [address]);
  // Decoration: the name stands beside it or is read instead.
  return address !== null && shown === address ? <img src={address} alt="" className={className} /> : children;
}
