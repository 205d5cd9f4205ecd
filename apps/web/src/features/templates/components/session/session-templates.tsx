import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate } from '@parley/contract/types';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { accountStorage } from '../../../../platform/account-storage.ts';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { Page, PageBar } from '../../../../ui/page.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { SubPanelButton } from '../../../../ui/sub-panel.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { FilterBar } from '../../../../ui/table/table-bars.tsx';
import { useTableLayout } from '../../../../ui/table/use-table-layout.ts';
import { toast } from '../../../../ui/toast.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { FilterMenu } from '../../../team/public.ts';
import { findReplies, readRepliesCsv, repliesCsv, type SessionShow, showReplies } from '../../data/session-rules.ts';
import { useSessionTemplates } from '../../data/use-session-templates.ts';
import { TemplatesSubPanel } from '../templates-sub-panel.tsx';
import { ReplyPanel } from './reply-panel.tsx';
import { useReplyColumns } from './use-reply-columns.tsx';

const commands: Command[] = [
  { id: 'session-templates.new', group: 'create', title: msg`New saved reply`, keys: 'n', icon: IconPlus },
];
const idOf = ({ id }: SessionTemplate) => id;
const nameOf = ({ name }: SessionTemplate) => name;

/** Saved replies: found, written, moved to the trash, imported and exported. */
export function SessionTemplates() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const words = useServerErrorMessage();
  const phone = useBelow('md');
  const chooser = useRef<HTMLInputElement>(null);
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const show = (address['show'] ?? 'all') as SessionShow;
  const [search, setSearch] = useState('');
  const [folder, setFolder] = useState<string | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const { replies, state } = useSessionTemplates(show === 'trash');
  const refresh = () => void client.invalidateQueries({ queryKey: ['session-templates'] });
  const shown = findReplies(showReplies(replies, show, folder), search);
  const opened = replies.find(({ id }) => id === openId);
  const isNew = address['new'] === '1';
  const setAddress = (next: Record<string, string>) =>
    void navigate({ to: '/templates/session', search: next, replace: true });
  const startNew = () => {
    setOpenId(null);
    setAddress({ ...(show !== 'all' && show !== 'trash' && { show }), new: '1' });
  };
  const close = () => {
    setOpenId(null);
    if (isNew) setAddress(show === 'all' ? {} : { show });
  };
  useCommands(commands, { 'session-templates.new': startNew });

  const restore = async (reply: SessionTemplate) => {
    try {
      await api('POST /api/session-templates/{id}/restore', { params: { id: reply.id } });
      toast({ message: t`/${reply.shortcut} restored` });
    } catch (error) {
      toast({ message: words(error) });
    }
    refresh();
  };
  const remove = async (reply: SessionTemplate) => {
    try {
      await api('DELETE /api/session-templates/{id}', { params: { id: reply.id } });
      close();
      toast({
        message: t`/${reply.shortcut} deleted`,
        action: { label: t`Undo`, run: () => void restore(reply) },
      });
    } catch (error) {
      toast({ message: words(error) });
    }
    refresh();
  };
  const importFile = async (file: File) => {
    const rows = readRepliesCsv(await file.text());
    if (rows === null || rows.length === 0) {
      toast({ message: t`The file needs the columns name, shortcut and body.` });
      return;
    }
    try {
      const { created, updated } = await api('POST /api/session-templates/import', { body: { rows } });
      toast({ message: t`Import finished: ${created} new, ${updated} updated` });
    } catch (error) {
      toast({ message: words(error) });
    }
    refresh();
  };
  const exportFile = () => {
    const url = URL.createObjectURL(new Blob([repliesCsv(shown)], { type: 'text/csv;charset=utf-8' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'session-templates.csv' });
    link.click();
    URL.revokeObjectURL(url);
  };
  const columns = useReplyColumns({ onRestore: show === 'trash' ? restore : null, onDelete: remove });
  const table = useTableLayout('session-templates', columns, accountStorage());
  const folders = [...new Set(replies.map((reply) => reply.folder))].filter((name) => name !== '').toSorted();
  const choices: { value: SessionShow; label: string }[] = [
    { value: 'shared', label: t`Shared` },
    { value: 'private', label: t`Private` },
    { value: 'unused', label: t`Unused` },
    { value: 'trash', label: t`Trash` },
  ];
  const count = shown.length;
  return (
    <>
      <TemplatesSubPanel current="session" />
      <Page label={t`Session templates`}>
        <PageBar
          title={t`Session templates`}
          note={!phone && t`${plural(count, { one: '# reply', other: '# replies' })}`}
          start={<SubPanelButton label={t`Pages of templates`} />}
        >
          <Button aria-label={t`Import`} onClick={() => chooser.current?.click()}>
            <IconUpload {...smallIcon} />
            {!phone && t`Import`}
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".csv,text/csv"
            aria-label={t`CSV file of replies`}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file !== undefined) void importFile(file);
            }}
          />
          <Button aria-label={t`Export`} blocked={count === 0} onClick={exportFile}>
            <IconDownload {...smallIcon} />
            {!phone && t`Export`}
          </Button>
          <Button variant="filled" aria-keyshortcuts="N" aria-label={t`New reply`} onClick={startNew}>
            <IconPlus {...smallIcon} />
            {!phone && t`New reply`}
          </Button>
        </PageBar>
        <FilterBar end={null}>
          <SearchBox label={t`Search replies`} value={search} onChange={setSearch} />
          <FilterMenu
            label={t`Show`}
            choices={choices}
            value={show === 'all' ? null : show}
            onChange={(value) => setAddress(value === null ? {} : { show: value })}
          />
          {folders.length > 0 && (
            <FilterMenu
              label={t`Folder`}
              choices={folders.map((value) => ({ value, label: value }))}
              value={folder}
              onChange={setFolder}
            />
          )}
        </FilterBar>
        <DataTable
          label={t`Session templates`}
          table={table}
          rows={shown}
          idOf={idOf}
          nameOf={nameOf}
          total={count}
          state={state}
          openId={openId}
          onOpen={({ id }) => show !== 'trash' && setOpenId(id)}
          empty={
            <EmptyState
              title={
                replies.length > 0
                  ? t`No reply matches`
                  : show === 'trash'
                    ? t`The trash is empty`
                    : t`No saved replies yet`
              }
              actions={
                replies.length === 0 &&
                show !== 'trash' && <Button variant="filled" onClick={startNew}>{t`New reply`}</Button>
              }
            >
              <p>{t`Type / in a conversation to insert a saved reply.`}</p>
            </EmptyState>
          }
        />
      </Page>
      {(isNew || opened !== undefined) && (
        <ReplyPanel
          key={opened?.id ?? 'new'}
          reply={opened ?? null}
          folders={folders}
          onClose={close}
          onSaved={() => {
            refresh();
            close();
          }}
          onDelete={opened === undefined ? null : () => void remove(opened)}
        />
      )}
    </>
  );
}
