import { useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import type { FileFormat } from '../platform/download.ts';
import { Button } from './button.tsx';
import { smallIcon } from './icon.ts';
import { Menu } from './layer/menu.tsx';
import { useAction } from './use-action.ts';

export type ExportMenuProps = {
  /** Downloads the table; a failure is shown as a toast. */
  save: (format: FileFormat) => Promise<void>;
  /** What the table is called where there is another. */
  name?: string;
  /** Another table of the same page. */
  other?: { name: string; save: (format: FileFormat) => Promise<void> };
  size?: 'sm';
  /** Only the icon, for narrow bars. */
  short?: boolean;
  /** Not permitted. */
  blocked?: boolean;
};

/** A button that exports a table, in one of the formats of its menu. */
export function ExportMenu({ save, name, other, size, short = false, blocked = false }: ExportMenuProps) {
  const { t } = useLingui();
  const { busy, run } = useAction();
  const formats = [
    { id: 'xlsx', label: t`Excel (.xlsx)` },
    { id: 'csv', label: t`CSV` },
  ] as const;
  return (
    <Menu
      label={t`Export`}
      groups={[
        formats.map(({ id, label }) => ({
          id,
          label: name === undefined ? label : t`${name}: ${label}`,
          run: () => void run(() => save(id)),
        })),
        ...(other === undefined
          ? []
          : [
              formats.map(({ id, label }) => ({
                id: `other-${id}`,
                label: t`${other.name}: ${label}`,
                run: () => void run(() => other.save(id)),
              })),
            ]),
      ]}
      button={(props) => (
        <Button
          {...props}
          {...(size && { size })}
          busy={busy}
          blocked={blocked}
          title={blocked ? t`Not permitted` : undefined}
          aria-label={t`Export`}
        >
          <IconDownload {...smallIcon} />
          {!short && t`Export`}
        </Button>
      )}
    />
  );
}
