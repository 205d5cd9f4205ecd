import { useEffect, useState } from 'react';
import { type FlatShot, flattenShot, type Shot } from './shots.ts';

type Flattened = { shot: Shot; flat: FlatShot | null };

/** The pictures as they will be sent; `broken` are those that this browser cannot read. */
export function useFlatShots(shots: readonly Shot[]): { flat: FlatShot[]; broken: string[]; busy: boolean } {
  const [done, setDone] = useState<readonly Flattened[]>([]);
  useEffect(() => {
    let over = false;
    void Promise.all(
      shots.map(async (shot): Promise<Flattened> => ({ shot, flat: await flattenShot(shot).catch(() => null) })),
    ).then((results) => {
      if (!over) setDone(results);
    });
    return () => {
      over = true;
    };
  }, [shots]);
  return {
    flat: done.flatMap(({ flat }) => flat ?? []),
    broken: done.filter(({ flat }) => flat === null).map(({ shot }) => shot.id),
    busy: done.length !== shots.length || done.some(({ shot }, index) => shot !== shots[index]),
  };
}
