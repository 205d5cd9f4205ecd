import { type ReactNode, useEffect, useState } from 'react';
import { type Clock, systemClock } from '../platform/clock.ts';

/** The specification's icon timeout, in milliseconds: a slower image is not shown. */
export const imageTimeoutMs = 1500;

/** Loads an image into memory, or gives up. @returns whether it can be shown */
export function loadImage(
  address: string,
  clock: Clock = systemClock,
  load: (address: string) => Promise<void> = decode,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(() => resolve(false), imageTimeoutMs);
    load(address)
      .then(
        () => resolve(true),
        // Broken or deleted: treated as missing.
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

/** Only images of this origin can be shown; a photo on another one is treated as missing. */
export function sameOriginImage(address: string | null | undefined): string | null {
  return address?.startsWith('/') ? address : null;
}

/** A remote logo or photo; `children` (initials) until it is loaded, and permanently when that takes too long. */
export function RemoteImage(props: { address: string | null; className?: string; children: ReactNode }) {
  const { address, className, children } = props;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (address === null) return;
    let here = true;
    void loadImage(address).then((fine) => {
      if (here && fine) setShown(address);
    });
    return () => {
      here = false;
    };
  }, [address]);
  // Decoration: the name is beside it or read instead.
  return address !== null && shown === address ? <img src={address} alt="" className={className} /> : children;
}
