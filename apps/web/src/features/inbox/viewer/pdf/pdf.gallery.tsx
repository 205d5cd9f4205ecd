import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { GallerySection } from '../../../../ui/gallery-section.ts';
import styles from './pdf.gallery.module.css';
import { bytesOf } from './pdf-bytes.ts';
import { PdfStage, PdfUnshown } from './pdf-stage.tsx';
import { fitting, stepZoom } from './zoom.ts';

const nothing = () => undefined;

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'pdf-pages', title: t`Pages of a PDF`, states: <Pages /> },
    { id: 'pdf-unshown', title: t`A PDF that is not shown`, states: <Unshown /> },
  ];
}

function Pages() {
  const [zoom, setZoom] = useState(fitting);
  const [bytes] = useState(() => bytesOf(new TextEncoder().encode(samplePdf)));
  return (
    <div className={styles.frame}>
      <PdfStage
        name="Prices 2026.pdf"
        bytes={bytes}
        saveUrl="/none"
        zoom={zoom}
        onZoom={(step) => setZoom(stepZoom(zoom, step))}
      />
    </div>
  );
}

function Unshown() {
  return (
    <>
      {(['password', 'broken', 'missing'] as const).map((problem) => (
        <div key={problem} className={styles.small}>
          <PdfUnshown problem={problem} saveUrl="/none" onAgain={nothing} />
        </div>
      ))}
    </>
  );
}

/** Two pages, without a cross-reference table, which the reader rebuilds. */
const samplePdf = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 420 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length 45 >> stream
BT /F1 24 Tf 40 240 Td (Prices 2026) Tj ET    
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R /Size 6 >>
%%EOF
`;
