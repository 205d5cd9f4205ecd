import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { afterPaint } from '../platform/after-paint.ts';

const Painted = createContext(true);

/** Content of which some parts are added when the rest is painted: those that are seen only on hover or focus. */
export function PaintFirst({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return <Painted value={painted}>{children}</Painted>;
}

/** A part that is added when the content around it is painted. */
export function AfterPaint({ children }: { children: () => ReactNode }) {
  return useContext(Painted) ? children() : null;
}
