/** How long the pointer rests before a tooltip shows, in milliseconds; with the keyboard it shows at once. */
const delayMs = 400;
const gapPx = 6;

/**
 * One tooltip for the whole page: any element with `data-tip` shows it on hover and on keyboard focus, Escape hides it.
 * The text repeats an accessible name, so it is hidden from assistive technology. Our own because the kit's tooltip
 * costs 25 kB of script on every page. @returns stops it
 */
export function startTooltips(): () => void {
  const bubble = document.createElement('div');
  bubble.className = 'tooltip';
  bubble.setAttribute('aria-hidden', 'true');
  bubble.hidden = true;
  document.body.append(bubble);
  let timer = 0;
  let owner: Element | null = null;

  const hide = () => {
    window.clearTimeout(timer);
    owner = null;
    bubble.hidden = true;
  };
  const show = (target: HTMLElement) => {
    bubble.textContent = target.dataset.tip ?? '';
    // Above a dialog only its own children are visible.
    (target.closest('dialog, [popover]') ?? document.body).append(bubble);
    bubble.hidden = bubble.textContent === '';
    place(bubble, target);
  };
  const aim = (event: Event, waitMs: number) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
    if (target === owner) return;
    hide();
    if (!target) return;
    owner = target;
    timer = window.setTimeout(() => target.isConnected && show(target), waitMs);
  };
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') aim(event, delayMs);
  };
  const onFocus = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) aim(event, 0);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  document.addEventListener('pointerover', onPointer);
  document.addEventListener('focusin', onFocus);
  for (const name of ['pointerdown', 'focusout', 'scroll'] as const) document.addEventListener(name, hide, true);
  document.addEventListener('keydown', onKey);
  return () => {
    hide();
    bubble.remove();
    document.removeEventListener('pointerover', onPointer);
    document.removeEventListener('focusin', onFocus);
    for (const name of ['pointerdown', 'focusout', 'scroll'] as const) document.removeEventListener(name, hide, true);
    document.removeEventListener('keydown', onKey);
  };
}

/**
 * Below the element, above where it does not fit, beside it where the element requests that with
 * `data-tip-side="end"`.
 */
function place(bubble: HTMLElement, target: HTMLElement): void {
  const box = target.getBoundingClientRect();
  const size = bubble.getBoundingClientRect();
  const rightToLeft = document.documentElement.dir === 'rtl';
  let left = box.left + (box.width - size.width) / 2;
  let top = box.bottom + gapPx;
  if (target.dataset.tipSide === 'end') {
    left = rightToLeft ? box.left - size.width - gapPx : box.right + gapPx;
    top = box.top + (box.height - size.height) / 2;
  } else if (top + size.height > window.innerHeight - gapPx) {
    top = box.top - size.height - gapPx;
  }
  const within = (value: number, room: number) => Math.max(gapPx, Math.min(value, room - gapPx));
  bubble.style.left = `${within(left, window.innerWidth - size.width)}px`;
  bubble.style.top = `${within(top, window.innerHeight - size.height)}px`;
}
