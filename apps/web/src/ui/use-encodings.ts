import { useLingui } from '@lingui/react/macro';
import type { ImportEncoding } from '@parley/contract/types';

export type EncodingChoice = { value: ImportEncoding; label: string };

/** The encodings of text files by name. */
export function useEncodings(): EncodingChoice[] {
  const { t } = useLingui();
  return [
    { value: 'utf-8', label: t`UTF-8` },
    { value: 'utf-16le', label: t`UTF-16 LE` },
    { value: 'utf-16be', label: t`UTF-16 BE` },
    { value: 'windows-1252', label: t`Western (Windows)` },
    { value: 'windows-1250', label: t`Central European (Windows)` },
    { value: 'windows-1251', label: t`Cyrillic (Windows)` },
    { value: 'windows-1254', label: t`Turkish (Windows)` },
    { value: 'windows-1256', label: t`Arabic (Windows)` },
    { value: 'gb18030', label: t`Chinese (GB 18030)` },
    { value: 'shift_jis', label: t`Japanese (Shift JIS)` },
    { value: 'euc-kr', label: t`Korean (EUC-KR)` },
  ];
}
