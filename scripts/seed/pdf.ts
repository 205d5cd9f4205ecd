export type PdfOptions = {
  /** More of the document's own entries, such as what to do when it is opened. */
  catalog?: string;
  /** More of every page's entries, such as notes and links. */
  page?: string;
  /** Size of the letters of each page; 18 without. */
  sizes?: readonly number[];
  /** Objects of the caller's, numbered from 100 on. */
  objects?: readonly string[];
  /** More of the trailer's entries, such as how it is encrypted. */
  trailer?: string;
};

/** A PDF with a page for each line. */
export function createPdf(lines: string | readonly string[], options: PdfOptions = {}): Buffer {
  const { catalog = '', page = '', objects: own = [], trailer = '', sizes = [] } = options;
  const pages = [lines].flat();
  const objects = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, `<< /Type /Pages /Kids [${pages.map((_, n) => `${4 + 2 * n} 0 R`).join(' ')}] /Count ${pages.length} >>`],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  ]);
  for (const [n, line] of pages.entries()) {
    const text = `BT /F1 ${sizes[n] ?? 18} Tf 72 760 Td (${line.replaceAll(/[()\\\\]/g, '')}) Tj ET`;
    const resources = '/Resources << /Font << /F1 3 0 R >> >>';
    const contents = `/Contents ${5 + 2 * n} 0 R`;
    objects.set(4 + 2 * n, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${contents} ${resources} ${page} >>`);
    objects.set(5 + 2 * n, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
  }
  for (const [n, object] of own.entries()) objects.set(100 + n, object);
  let file = '%PDF-1.4\n';
  let table = 'xref\n0 1\n0000000000 65535 f \n';
  for (const [number, object] of objects) {
    table += `${number} 1\n${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const size = Math.max(...objects.keys()) + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end, 'latin1');
}
