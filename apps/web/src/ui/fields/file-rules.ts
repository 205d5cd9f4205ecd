export type FileRules = {
  /** As the attribute of a file input. */
  accept?: string;
  maxBytes: number;
  /** How many more are allowed. */
  room: number;
};

type FileFacts = { name: string; type: string; size: number };

/** Sorts files by the rules of a field. */
export function fileRule<F extends FileFacts>(files: readonly F[], { accept, maxBytes, room }: FileRules) {
  const wrongKind = files.filter((file) => !isAccepted(file, accept));
  const right = files.filter((file) => !wrongKind.includes(file));
  const tooLarge = right.filter((file) => file.size > maxBytes);
  const fitting = right.filter((file) => file.size <= maxBytes);
  return { fine: fitting.slice(0, room), tooLarge, wrongKind, tooMany: Math.max(0, fitting.length - room) };
}

function isAccepted({ name, type }: FileFacts, accept: string | undefined): boolean {
  const kinds = accept?.split(',').map((kind) => kind.trim().toLowerCase()) ?? [];
  if (kinds.length === 0) return true;
  return kinds.some((kind) => {
    if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
    return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
  });
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size for reading: `212 kB`, `4.2 MB`. */
export function sizeText(sizeBytes: number, language = document.documentElement.lang): string {
  return inUnits(sizeBytes, 1000, language);
}

/** How large something may be, `100 MB`: limits are set in powers of 1,024. */
export function limitText(limitBytes: number, language = document.documentElement.lang): string {
  return inUnits(limitBytes, 1024, language);
}

function inUnits(sizeBytes: number, base: 1000 | 1024, language: string): string {
  const step = sizeBytes < base ? 0 : Math.min(units.length - 1, Math.floor(Math.log(sizeBytes) / Math.log(base)));
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  });
  return format.format(sizeBytes / base ** step);
}
