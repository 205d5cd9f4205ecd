/** A part of a page or file under one heading; null before the first. */
export type Section = { heading: string | null; text: string };

/** What a page or file was read to. `title`: its own. */
export type ReadText = { title: string | null; sections: Section[] };

/** Gathers lines under the heading above them. */
export function createSections(): { head(heading: string): void; line(text: string): void; end(): Section[] } {
  const sections: Section[] = [];
  let heading: string | null = null;
  let lines: string[] = [];
  const close = () => {
    const text = lines.join('\n').trim();
    if (text !== '') sections.push({ heading, text });
    lines = [];
  };
  return {
    head(next) {
      close();
      heading = next;
    },
    line: (text) => void lines.push(text),
    end() {
      close();
      return sections;
    },
  };
}
