import type * as Library from 'pdfjs-dist';
// As they are: they come when somebody opens a PDF, and the build need not read them.
import libraryUrl from 'pdfjs-dist/build/pdf.min.mjs?url';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { Bytes } from './pdf-bytes.ts';

export type PdfDocument = Library.PDFDocumentProxy;
/** Why a file is not shown: it asks for a password, it cannot be read, its bytes cannot be had just now. */
export type PdfProblem = 'password' | 'broken' | 'missing';

export class PdfFault extends Error {
  readonly problem: PdfProblem;
  constructor(problem: PdfProblem, cause: unknown) {
    super(`a PDF cannot be shown: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Pictures inside a page that have more than this many pixels are left out, as the server leaves them out. */
const mostImagePixels = 40_000_000;
const atOnceBytes = 65_536;

let loading: Promise<typeof Library> | null = null;

function library(): Promise<typeof Library> {
  loading ??= import(/* @vite-ignore */ libraryUrl).catch((error: unknown) => {
    // The next try asks again: the network may be back by then.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Opens a PDF for looking at it. Programs in it are not run (the part of the library that could is not in the house), its links lead
 * nowhere, and nothing but `bytes` and our own files is read for it.
 * @param onMissing a part that is needed later cannot be had
 * @throws PdfFault
 */
export async function openPdf(bytes: Bytes, signal: AbortSignal, onMissing: () => void): Promise<PdfDocument> {
  const lib = await library().catch((error: unknown) => {
    throw new PdfFault('missing', error);
  });
  const missing = Promise.withResolvers<never>();
  missing.promise.catch(() => signal.aborted || onMissing());
  const range = new lib.PDFDataRangeTransport(bytes.sizeBytes, null);
  range.requestDataRange = (begin, end) => {
    bytes.read(begin, end, signal).then(
      (part) => range.onDataRange(begin, part),
      (error: unknown) => signal.aborted || missing.reject(new PdfFault('missing', error)),
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
    // Compiling programs needs a permission that our pages do not have; slower ones for rare pictures do without.
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
    missing.reject(new PdfFault('missing', signal.reason));
    // Asked to end while it opens a file, the worker complains; there is nothing to be given back yet.
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
    if (error instanceof PdfFault) throw error;
    throw new PdfFault(error instanceof lib.PasswordException ? 'password' : 'broken', error);
  }
}
