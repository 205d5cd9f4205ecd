import { useLingui } from '@lingui/react/macro';
import { nameKey } from '@parley/contract/names';
import { IconBookmark, IconCheck, IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ChipButton } from '../../../ui/chip.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { Menu, type MenuAction } from '../../../ui/layer/menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { isSameFilter, type SavedFilterPage, useSavedFilters } from '../data/saved-filters.ts';

export type SavedFiltersProps = {
  page: SavedFilterPage;
  /** The filters that the table has now, as in its address; empty: none. */
  filter: Readonly<Record<string, string>>;
  onChoose: (filter: Readonly<Record<string, string>>) => void;
};

/** Saves the filters of a table under a name, and applies saved ones. */
export function SavedFilters({ page, filter, onChoose }: SavedFiltersProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { filters, save } = useSavedFilters(page);
  const [naming, setNaming] = useState(false);
  const chosen = filters.find((one) => isSameFilter(one.filter, filter));
  const isEmpty = Object.keys(filter).length === 0;
  const remove = async (name: string) => {
    try {
      await save(filters.filter((one) => one.name !== name));
      toast({ message: t`Saved filter deleted` });
    } catch (error) {
      toast({ message: words(error) });
    }
  };
  const saved = filters.map(
    (one): MenuAction => ({
      id: one.name,
      label: one.name,
      icon: one === chosen ? <IconCheck {...icon} /> : <span style={{ inlineSize: 18 }} />,
      run: () => onChoose(one.filter),
    }),
  );
  const actions: MenuAction[] = [
    ...(isEmpty || chosen !== undefined
      ? []
      : [{ id: '+', label: t`Save these filters`, icon: <IconPlus {...icon} />, run: () => setNaming(true) }]),
    ...(chosen === undefined
      ? []
      : [
          {
            ...{ id: '-', label: t`Delete “${chosen.name}”`, danger: true, icon: <IconTrash {...icon} /> },
            run: () => void remove(chosen.name),
          },
        ]),
  ];
  if (saved.length + actions.length === 0) return null;
  return (
    <>
      <Menu
        label={t`Saved filters`}
        groups={[saved, actions].filter((group) => group.length > 0)}
        button={(props) => (
          <ChipButton {...props} look={chosen ? 'on' : 'plain'}>
            <IconBookmark {...smallIcon} />
            {chosen?.name ?? t`Saved filters`}
            <IconChevronDown {...smallIcon} />
          </ChipButton>
        )}
      />
      {naming && (
        <NameDialog
          save={(name) =>
            // The same name again replaces it.
            save([...filters.filter((one) => nameKey(one.name) !== nameKey(name)), { name, filter }])
          }
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

function NameDialog({ save, onClose }: { save: (name: string) => Promise<void>; onClose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const words = useServerErrorMessage();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (busy) return;
    if (name.trim() === '') {
      setError(t`Enter a name.`);
      return;
    }
    setBusy(true);
    try {
      await save(name.trim());
      toast({ message: t`Filters saved` });
      onClose();
    } catch (failure) {
      setBusy(false);
      setError(words(failure));
    }
  };
  return (
    <Dialog
      title={t`Save filters`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={id} variant="filled" busy={busy}>{t`Save`}</Button>
        </>
      }
    >
      <Form id={id} onSubmit={submit}>
        <TextField
          label={t`Name`}
          help={t`Only you see your saved filters.`}
          maxLength={40}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.target.value);
            setError(null);
          }}
        />
      </Form>
    </Dialog>
  );
}
