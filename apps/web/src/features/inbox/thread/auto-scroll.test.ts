import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AutoScroll } from './use-auto-scroll.ts';

/** A scroll container 500 pixels high, which clamps its position as a browser does. */
function container(height: number) {
  let top = 0;
  return {
    scrollHeight: height,
    clientHeight: 500,
    get scrollTop() {
      return top;
    },
    set scrollTop(next: number) {
      top = Math.max(0, Math.min(next, this.scrollHeight - this.clientHeight));
    },
  };
}

const below = (box: ReturnType<typeof container>) => box.scrollHeight - box.scrollTop - box.clientHeight;

beforeEach(() => void vi.useFakeTimers());

describe('a list that follows its end', () => {
  test('stays there while rows are measured', () => {
    const box = container(2_000);
    const scroll = new AutoScroll({ current: box as unknown as HTMLElement });
    scroll.begin();
    box.scrollHeight += 120;
    scroll.resized();
    expect(below(box)).toBe(0);
  });

  test('reaches the end also when the reader jumps there while the list still moves', () => {
    const box = container(2_000);
    const scroll = new AutoScroll({ current: box as unknown as HTMLElement });
    scroll.moves();
    box.scrollTop = 600;
    scroll.scrolled();
    scroll.begin();
    box.scrollHeight += 20;
    scroll.resized();
    expect(below(box)).toBe(0);
  });

  test('returns to the end after a small movement of the reader, not during it', () => {
    const box = container(2_000);
    const scroll = new AutoScroll({ current: box as unknown as HTMLElement });
    scroll.begin();
    scroll.moves();
    box.scrollTop -= 40;
    scroll.scrolled();
    box.scrollHeight += 20;
    scroll.resized();
    expect(below(box)).toBe(60);
    vi.advanceTimersByTime(1_000);
    expect(below(box)).toBe(0);
  });

  test('leaves a reader further up alone', () => {
    const box = container(2_000);
    const scroll = new AutoScroll({ current: box as unknown as HTMLElement });
    scroll.begin();
    scroll.moves();
    box.scrollTop = 900;
    scroll.scrolled();
    box.scrollHeight += 20;
    scroll.resized();
    vi.advanceTimersByTime(1_000);
    expect(box.scrollTop).toBe(900);
  });
});
