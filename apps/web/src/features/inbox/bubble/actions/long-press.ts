/** A finger that stays this long presses, milliseconds; further than this it moves, pixels. */
const pressMs = 500;
const trembles = 10;

/**
 * Calls `open` when a finger that stayed on an element is lifted: what opens under a pressed finger would be triggered
 * by lifting it. The element is `data-held` until then, and lifting is no click on what the finger is on. A timer,
 * because Safari sends no `contextmenu` for touches. @returns stops it
 */
export function onLongPress(element: HTMLElement, open: () => void): () => void {
  let at: { x: number; y: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    at = null;
    delete element.dataset.held;
  };
  const hold = () => {
    if (at !== null) element.dataset.held = 'true';
  };
  const onDown = (event: PointerEvent) => {
    end();
    if (event.pointerType !== 'touch') return;
    at = { x: event.clientX, y: event.clientY };
    timer = setTimeout(hold, pressMs);
  };
  const onMove = (event: PointerEvent) => {
    if (at !== null && Math.hypot(event.clientX - at.x, event.clientY - at.y) > trembles) end();
  };
  const onUp = () => {
    clearTimeout(timer);
    at = null;
    if (element.dataset.held === undefined) return;
    // After the click that lifting may be.
    setTimeout(() => {
      end();
      open();
    });
  };
  const onClick = (event: Event) => {
    if (element.dataset.held === undefined) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onContextMenu = (event: MouseEvent) => {
    if ((event as PointerEvent).pointerType !== 'touch') return;
    event.preventDefault();
    hold();
  };
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', end);
  element.addEventListener('click', onClick, true);
  element.addEventListener('contextmenu', onContextMenu);
  return () => {
    end();
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', end);
    element.removeEventListener('click', onClick, true);
    element.removeEventListener('contextmenu', onContextMenu);
  };
}
