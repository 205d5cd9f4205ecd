import { useLingui } from '@lingui/react/macro';
import { IconTemplate } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { PageNotFoundError } from '../../../platform/errors.ts';
import { icon } from '../../../ui/icon.ts';
import { IndieBar } from '../../../ui/indie-bar.tsx';
import { Page, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRows } from '../../sync/public.ts';
import { LiveScope, RequirePermission } from '../../team/public.ts';
import { TemplateEditor } from '../components/editor/template-editor.tsx';
import { useTemplateList } from '../data/template-lists.ts';
import { translationsOf } from '../data/translations.ts';
import { startingValues, templateChannels } from '../data/use-template-editor.ts';

/** `/templates/add`; `?from=<id>` begins with a copy, with `&language=` the same template in another language. */
export function AddTemplatePage() {
  const { from, language } = useSearch({ strict: false }) as { from?: unknown; language?: unknown };
  const source = typeof from === 'string' ? from : null;
  const wanted = source !== null && typeof language === 'string' ? language : null;
  return (
    <LiveScope>
      <RequirePermission right="templates.edit">
        <LoadedEditor key={`${source} ${wanted}`} id={null} from={source} language={wanted} />
      </RequirePermission>
    </LiveScope>
  );
}

/** `/templates/{id}/edit` */
export function EditTemplatePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <LiveScope>
      <RequirePermission right="templates.edit">
        <LoadedEditor key={id} id={id} from={null} language={null} />
      </RequirePermission>
    </LiveScope>
  );
}

type LoadedEditorProps = { id: string | null; from: string | null; language: string | null };

function LoadedEditor({ id, from, language }: LoadedEditorProps) {
  const { t } = useLingui();
  const { templates, state } = useTemplateList();
  const channels = templateChannels(useRows('channels'));
  const wanted = id ?? from;
  const found = templates.find((template) => template.id === wanted) ?? null;
  if (wanted !== null && found === null && state.kind === 'ready')
    throw new PageNotFoundError(window.location.pathname);
  if (wanted !== null && found === null) {
    return (
      <>
        <IndieBar icon={<IconTemplate {...icon} />} title={t`Edit template`} backTo="/templates/whatsapp" />
        <Page>
          <PageBody padded>
            {state.kind === 'problem' ? (
              <ProblemState title={t`Couldn’t load the template`} error={state.error} onRetry={state.onRetry} />
            ) : (
              <Skeleton shape="text" label={t`Loading the template`} count={6} />
            )}
          </PageBody>
        </Page>
      </>
    );
  }
  const template = id === null ? null : found;
  const channel = channels.find(({ waba_id: waba }) => waba === found?.waba_id) ?? channels[0];
  const initial = startingValues(channel?.id ?? '', template, id === null ? found : null, language);
  const isOfName = found !== null && (id !== null || language !== null);
  const translations = isOfName ? translationsOf(templates, found) : [];
  return <TemplateEditor template={template} initial={initial} channels={channels} translations={translations} />;
}
