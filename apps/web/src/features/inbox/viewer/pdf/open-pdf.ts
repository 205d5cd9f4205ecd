import type * as Library from 'pdfjs-dist';
// Loaded as they are when a PDF is opened, so the build need not bundle them.
import libraryUrl from 'pdfjs-dist/build/pdf.min.mjs?url';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { Bytes } from './pdf-bytes.ts';

export type PdfDocument = Library.PDFDocumentProxy;
/** Why a file is not shown: it needs a password, it is invalid, or it cannot be loaded now. */
export type PdfProblem = 'password' | 'broken' | 'missing';

export class PdfError extends Error {
  readonly problem: PdfProblem;
  constructor(problem: PdfProblem, cause: unknown) {
    super(`a PDF cannot be shown: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Images inside a page with more pixels than this are omitted, as on the server. */
const mostImagePixels = 40_000_000;
const atOnceBytes = 65_536;

let loading: Promise<typeof Library> | null = null;

function library(): Promise<typeof Library> {
  loading ??= import(/* @vite-ignore */ libraryUrl).catch((error: unknown) => {
    // The next try loads it again: the network may be back by then.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Opens a PDF for viewing. Scripts in it are not run (that part of the library is not included), its links are
 * inactive, and only `bytes` and our own files are read for it.
 * @param onMissing called when a part that is needed later cannot be loaded
 * @throws PdfFault
 */
export async function openPdf(bytes: Bytes, signal: AbortSignal, onMissing: () => void): Promise<PdfDocument> {
  const lib = await library().catch((error: unknown) => {
    throw new PdfError('missing', error);
  });
  const missing = Promise.withResolvers<never>();
  missing.promise.catch(() => signal.aborted || onMissing());
  const range = new lib.PDFDataRangeTransport(bytes.sizeBytes, null);
  range.requestDataRange = (begin, end) => {
    bytes.read(begin, end, signal).then(
      (part) => range.onDataRange(begin, part),
      (error: unknown) => signal.aborted || missing.reject(new PdfError('missing', error)),
    );
  };
  const files = `/assets/pdf-${lib.version}/`;
  const port = new Worker(workerUrl, { type: 'module' });
  const task = lib.getDocument({
    range,
    worker: lib.PDFWorker.create({ port }),
    rangeChunkSize: atOnceBytes,
    disableAutoFetch: true,
    disableStream: true,
    // WebAssembly needs a permission that our pages do not have; rare images use a slower decoder.
    useWasm: false,
    useWorkerFetch: false,
    disableWorkerRendering: true,
    maxImageSize: mostImagePixels,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    verbosity: lib.VerbosityLevel.ERRORS,
  });
  let opened = false;
  const close = () => {
    missing.reject(new PdfError('missing', signal.reason));
    // When stopped while opening a file, the worker rejects; there is nothing to release yet.
    if (opened) void task.destroy().finally(() => port.terminate());
    else port.terminate();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    signal.throwIfAborted();
    const pdf = await Promise.race([task.promise, missing.promise]);
    opened = true;
    return pdf;
  } catch (error) {
    port.terminate();
    if (error instanceof PdfError) throw error;
    throw new PdfError(error instanceof lib.PasswordException ? 'password' : 'broken', error);
  }
}
