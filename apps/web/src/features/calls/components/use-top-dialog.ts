import { useEffect, useState } from 'react';

/** The modal dialog on top; everything outside it is inert. Null while there is none. */
export function useTopDialog(): HTMLElement | null {
  const [dialog, setDialog] = useState(topDialog);
  useEffect(() => {
    const look = () => setDialog(topDialog());
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
    look();
    return () => observer.disconnect();
  }, []);
  return dialog;
}

function topDialog(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? null;
}
