type Farewell = () => Promise<void>;

const farewells = new Set<Farewell>();

/** Registers what must be done at sign-out while the session still stands. @returns stops it */
export function onFarewell(farewell: Farewell): () => void {
  farewells.add(farewell);
  return () => void farewells.delete(farewell);
}

/** Does it; whatever fails is no reason to stay signed in. */
export async function sayFarewell(): Promise<void> {
  await Promise.allSettled([...farewells].map((farewell) => farewell()));
}
