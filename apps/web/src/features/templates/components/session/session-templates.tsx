import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate } from '@parley/contract/types';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { accountStorage } from '../../../../platform/account-storage.ts';
import { Button } from '../../../../ui/button.tsx';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { Page, PageBar } from '../../../../ui/page.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { SubPanelButton } from '../../../../ui/sub-panel.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { BulkBar, ColumnChoice, FilterBar } from '../../../../ui/table/table-bars.tsx';
import { useSelection } from '../../../../ui/table/use-selection.ts';
import { useTableLayout } from '../../../../ui/table/use-table-layout.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { FilterMenu } from '../../../team/public.ts';
import { findReplies, type SessionShow, showReplies } from '../../data/session-rules.ts';
import { useFavourites } from '../../data/use-favourites.ts';
import { useReplyActions } from '../../data/use-reply-actions.ts';
import { useSessionTemplates } from '../../data/use-session-templates.ts';
import { TemplatesSubPanel } from '../templates-sub-panel.tsx';
import { MoveRepliesDialog } from './move-replies-dialog.tsx';
import { ReplyPanel } from './reply-panel.tsx';
import { useReplyColumns } from './use-reply-columns.tsx';

const commands: Command[] = [
  { id: 'session-templates.new', group: 'create', title: msg`New saved reply`, keys: 'n', icon: IconPlus },
  { id: 'session-templates.duplicate', group: 'page', title: msg`Duplicate the reply`, keys: 'd' },
];
const idOf = ({ id }: SessionTemplate) => id;
const nameOf = ({ name }: SessionTemplate) => name;

/** Saved replies: found, written, moved to the trash, imported and exported. */
export function SessionTemplates() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const actions = useReplyActions();
  const phone = useBelow('md');
  const chooser = useRef<HTMLInputElement>(null);
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const word = (name: string) => (typeof address[name] === 'string' ? address[name] : '');
  const show = (word('show') || 'all') as SessionShow;
  const [search, folder, openId] = [word('q'), word('folder') || null, word('reply') || null];
  const isNew = address['new'] === '1';
  /** Everything shown stands in the address; what is empty does not. */
  const go = (part: Record<string, string | null>) => {
    const next = { show: word('show'), q: search, folder, ...part };
    const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null && value !== ''));
    void navigate({ to: '/templates/session', search: kept, replace: true });
  };
  const { replies, state } = useSessionTemplates(show === 'trash');
  const favourites = useFavourites();
  const shown = findReplies(showReplies(replies, show, folder, favourites.ids), search, favourites.ids);
  const opened = replies.find(({ id }) => id === openId);
  const [copyOf, setCopyOf] = useState<SessionTemplate | null>(null);
  const [moving, setMoving] = useState(false);
  const selection = useSelection(shown.map(idOf), shown.length);
  const chosen = shown.filter(({ id }) => selection.has(id));
  const startNew = (copy: SessionTemplate | null = null) => {
    setCopyOf(copy);
    go({ new: '1', ...(show === 'trash' && { show: null }) });
  };
  const open = (id: string) => go({ reply: id });
  const close = () => go({});
  useCommands(commands, {
    'session-templates.new': () => startNew(),
    ...(opened !== undefined && { 'session-templates.duplicate': () => startNew(opened) }),
  });
  const remove = async (gone: readonly SessionTemplate[]) => {
    if (!(await actions.remove(gone))) return;
    close();
    selection.clear();
  };
  const columns = useReplyColumns({
    onRestore: show === 'trash' ? (reply) => void actions.restore([reply]) : null,
    onEdit: ({ id }) => open(id),
    onDuplicate: startNew,
    onShare: (reply) => void actions.share(reply),
    onDelete: (reply) => void remove([reply]),
    favourites,
    movable: show === 'favourites' && search === '' && folder === null,
  });
  const table = useTableLayout('session-templates', columns, accountStorage());
  const folders = [...new Set(replies.map((reply) => reply.folder))].filter((name) => name !== '').toSorted();
  const choices: { value: SessionShow; label: string }[] = [
    { value: 'favourites', label: t`Favourites` },
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
          start={<SubPanelButton label={t`Template pages`} />}
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
              if (file !== undefined) void actions.importFile(file);
            }}
          />
          <Button aria-label={t`Export`} blocked={count === 0} onClick={() => actions.exportFile(shown)}>
            <IconDownload {...smallIcon} />
            {!phone && t`Export`}
          </Button>
          <Button variant="filled" aria-keyshortcuts="N" aria-label={t`New reply`} onClick={() => startNew()}>
            <IconPlus {...smallIcon} />
            {!phone && t`New reply`}
          </Button>
        </PageBar>
        <FilterBar end={phone ? null : <ColumnChoice table={table} />}>
          <SearchBox
            gatherMs={150}
            label={t`Search replies`}
            value={search}
            onChange={(q) => go({ q, reply: openId })}
          />
          <FilterMenu
            label={t`Show`}
            choices={choices}
            value={show === 'all' ? null : show}
            onChange={(value) => go({ show: value, folder: null })}
          />
          {folders.length > 0 && (
            <FilterMenu
              label={t`Folder`}
              choices={folders.map((value) => ({ value, label: value }))}
              value={folder}
              onChange={(value) => go({ folder: value })}
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
          selection={selection}
          openId={openId}
          onOpen={({ id }) => show !== 'trash' && open(id)}
          empty={
            <EmptyState
              title={
                replies.length > 0
                  ? t`No matching replies`
                  : show === 'trash'
                    ? t`The trash is empty`
                    : t`No saved replies yet`
              }
              actions={
                replies.length === 0 &&
                show !== 'trash' && <Button variant="filled" onClick={() => startNew()}>{t`New reply`}</Button>
              }
            >
              <p>{t`Type / in a conversation to insert a saved reply.`}</p>
            </EmptyState>
          }
        />
        <BulkBar selection={selection}>
          {show === 'trash' ? (
            <Button size="sm" onClick={() => void actions.restore(chosen).then(selection.clear)}>{t`Restore`}</Button>
          ) : (
            <>
              <Button size="sm" onClick={() => setMoving(true)}>{t`Move to folder`}</Button>
              <Button size="sm" danger onClick={() => void remove(chosen)}>{t`Delete`}</Button>
            </>
          )}
        </BulkBar>
      </Page>
      {moving && (
        <MoveRepliesDialog
          count={chosen.length}
          folders={folders}
          onMove={async (name) => {
            await actions.move(chosen, name);
            selection.clear();
          }}
          onClose={() => setMoving(false)}
        />
      )}
      {(isNew || opened !== undefined) && (
        <ReplyPanel
          key={opened?.id ?? `new ${copyOf?.id}`}
          reply={opened ?? null}
          copyOf={copyOf}
          folders={folders}
          onClose={close}
          onSaved={() => {
            actions.refresh();
            close();
          }}
          onDelete={opened === undefined ? null : () => void remove([opened])}
        />
      )}
    </>
  );
}
