/** How many texts are kept; then all are forgotten, which costs less than tracking which one was used last. */
const mostStored = 1_000;
/** No keyword is longer; a customer's message may have 65,536 characters. */
const longestStored = 1_000;

/** The same function of a text, which computes each of the latest texts once: keywords are compared with every message. */
export function remember(compute: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const computed = compute(text);
    if (text.length > longestStored) return computed;
    if (known.size >= mostStored) known.clear();
    known.set(text, computed);
    return computed;
  };
}
