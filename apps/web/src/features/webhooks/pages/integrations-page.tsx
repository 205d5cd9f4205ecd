import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Webhook } from '@parley/contract/types';
import { IconApi, IconPlus, IconWebhook } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import type { LeaveHandle } from '../../../ui/layer/leave-guard.tsx';
import { Page, PageBar, PageBody, useScrollBesidePanel } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { AiPanel, useAiSettings } from '../../ai/public-settings.ts';
import { AssistantPanel } from '../../answering/public-settings.ts';
import { AssistantsPanel } from '../../assistants/public.ts';
import { ChatLinksPanel, useChatLinks } from '../../channels/public.ts';
import { ImportSourcesPanel, useImportSources } from '../../imports/public.ts';
import { LiveScope, RequirePermission } from '../../team/public.ts';
import { AiCard } from '../components/ai-card.tsx';
import { AnsweringCard } from '../components/answering-card.tsx';
import { AssistantsCard } from '../components/assistants-card.tsx';
import { ChatLinksCard } from '../components/chat-links-card.tsx';
import { CloudApiCard } from '../components/cloud-api-card.tsx';
import { CloudApiPanel } from '../components/cloud-api-panel.tsx';
import { CreateWebhookDialog } from '../components/create-webhook-dialog.tsx';
import { ImportSourcesCard } from '../components/import-sources-card.tsx';
import { CreateIncomingDialog } from '../components/incoming/create-incoming-dialog.tsx';
import { IncomingCard } from '../components/incoming/incoming-card.tsx';
import { IncomingPanel } from '../components/incoming/incoming-panel.tsx';
import { InfrastructureCards } from '../components/infrastructure-cards.tsx';
import { IntegrationCard } from '../components/integration-card.tsx';
import { RecipeCards } from '../components/recipe-cards.tsx';
import { RecipesPanel } from '../components/recipes/recipes-panel.tsx';
import { Recommendations } from '../components/recommendations.tsx';
import styles from '../components/webhooks.module.css';
import { WebhooksPanel } from '../components/webhooks-panel.tsx';
import { type CardFilter, CardFilterContext, type CardState } from '../data/card-filter.ts';
import { useIncoming } from '../data/incoming.ts';
import { type RecipeTool, recipeTools } from '../data/recipes.ts';
import { summarizeWebhooks } from '../data/webhook-words.ts';
import { type Infrastructure, useInfrastructure, useWebhooks } from '../data/webhooks.ts';

const commands: Command[] = [
  { id: 'webhooks.new', group: 'create', title: msg`Add webhook`, keys: 'n', icon: IconWebhook },
];

/** What is open beside the page. */
type Side =
  | 'outgoing'
  | 'incoming'
  | 'links'
  | 'sources'
  | 'ai'
  | 'answering'
  | 'assistants'
  | 'cloud-api'
  | RecipeTool;

const everything: CardFilter = { search: '', state: 'all' };

/** `/integrations` */
export function IntegrationsPage() {
  return (
    <LiveScope>
      <RequirePermission right="integrations.manage">
        <Integrations />
      </RequirePermission>
    </LiveScope>
  );
}

function Integrations() {
  const { t } = useLingui();
  const scroll = useScrollBesidePanel();
  const webhooks = useWebhooks();
  const infrastructure = useInfrastructure();
  const incoming = useIncoming();
  const links = useChatLinks();
  const ai = useAiSettings();
  const sources = useImportSources();
  // The settings home links to the AI provider, answers of AI to their help text, automations to the AI assistant.
  const { show: linked }: Record<string, unknown> = useSearch({ strict: false });
  const [open, setOpenNow] = useState<Side | null>(null);
  const guard = useRef<LeaveHandle>(null);
  const setOpen = (side: Side | null) => {
    if (side === open) return;
    if (guard.current === null) setOpenNow(side);
    else guard.current.leave(() => setOpenNow(side));
  };
  useEffect(() => {
    if (linked === 'ai' || linked === 'help-texts') setOpenNow('ai');
    if (linked === 'answering') setOpenNow('answering');
  }, [linked]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [adding, setAdding] = useState<Side | null>(null);
  const [format, setFormat] = useState<Webhook['format']>('parley');
  const addIn = (chosenFormat: Webhook['format']) => () => {
    setFormat(chosenFormat);
    setAdding('outgoing');
  };
  const add = addIn('parley');
  const show = (side: Side) => (id: string | null) => {
    setChosen(id);
    setOpen(side);
  };
  useCommands(commands, { 'webhooks.new': add });
  const failed = webhooks.error ?? incoming.error ?? links.error ?? sources.error ?? ai.error ?? infrastructure.error;
  const rows = webhooks.data;
  const isUnused = [rows, incoming.data, links.data, sources.data].every((found) => found?.length === 0);
  const [filter, setFilter] = useState(everything);
  const recipe = recipeTools.find((tool) => tool === open);
  return (
    <>
      <Page scroll={scroll}>
        <PageBar title={t`Integrations`} start={<SubPanelButton label={t`Settings pages`} />}>
          <span className={styles.inBar}>
            <Button variant="filled" onClick={add}>
              <IconPlus {...smallIcon} />
              {t`Add webhook`}
            </Button>
          </span>
        </PageBar>
        <PageBody padded>
          {failed ? (
            <ProblemState
              title={t`Couldn’t load integrations`}
              error={failed}
              onRetry={() => {
                void webhooks.refetch();
                void incoming.refetch();
                void links.refetch();
                void ai.refetch();
                void sources.refetch();
                void infrastructure.refetch();
              }}
            />
          ) : rows === undefined ||
            incoming.data === undefined ||
            links.data === undefined ||
            ai.data === undefined ||
            sources.data === undefined ||
            infrastructure.data === undefined ? (
            <Skeleton shape="text" label={t`Loading integrations`} count={6} />
          ) : (
            <CardFilterContext value={filter}>
              <div className={styles.finder}>
                <SearchBox
                  label={t`Search integrations`}
                  value={filter.search}
                  onChange={(search) => setFilter({ ...filter, search })}
                />
                <Segments<CardState>
                  label={t`State`}
                  segments={[
                    { value: 'all', label: t`All` },
                    { value: 'connected', label: t`Connected` },
                    { value: 'failing', label: t`Failing` },
                  ]}
                  value={filter.state}
                  onChange={(state) => setFilter({ ...filter, state })}
                />
              </div>
              {isUnused && <Recommendations onOpen={setOpen} />}
              <Section title={t`Connect your systems`}>
                <WebhooksCard rows={rows} isOpen={open === 'outgoing'} onOpen={() => show('outgoing')(null)} />
                <IncomingCard rows={incoming.data} isOpen={open === 'incoming'} onOpen={() => show('incoming')(null)} />
                <ChatLinksCard rows={links.data} isOpen={open === 'links'} onOpen={() => show('links')(null)} />
                <ImportSourcesCard
                  rows={sources.data}
                  isOpen={open === 'sources'}
                  onOpen={() => show('sources')(null)}
                />
                <ApiCard facts={infrastructure.data} />
                <CloudApiCard
                  keys={infrastructure.data.api.keys}
                  isOpen={open === 'cloud-api'}
                  onOpen={() => setOpen('cloud-api')}
                />
              </Section>
              <Section title={t`Recipes`}>
                <RecipeCards open={recipe ?? null} onOpen={setOpen} />
              </Section>
              <Section title={t`AI`}>
                <AiCard settings={ai.data} isOpen={open === 'ai'} onOpen={() => show('ai')(null)} />
                <AnsweringCard
                  hasProvider={ai.data !== null}
                  isOpen={open === 'answering'}
                  onOpen={() => setOpen('answering')}
                />
                <AssistantsCard
                  api={infrastructure.data.api}
                  isOpen={open === 'assistants'}
                  onOpen={() => setOpen('assistants')}
                />
              </Section>
              <Section title={t`Infrastructure`}>
                <InfrastructureCards facts={infrastructure.data} />
              </Section>
              <div className={styles.none}>
                <EmptyState
                  title={t`No integration found`}
                  actions={<Button onClick={() => setFilter(everything)}>{t`Clear filters`}</Button>}
                >
                  <p>{t`Search for another word, or show all integrations.`}</p>
                </EmptyState>
              </div>
            </CardFilterContext>
          )}
        </PageBody>
      </Page>
      {open === 'incoming' && incoming.data !== undefined && (
        <IncomingPanel
          webhooks={incoming.data}
          chosen={chosen}
          onChoose={setChosen}
          onAdd={() => setAdding('incoming')}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'cloud-api' && <CloudApiPanel onAddWebhook={addIn('cloud_api')} onClose={() => setOpen(null)} />}
      {open === 'assistants' && <AssistantsPanel onClose={() => setOpen(null)} />}
      {recipe !== undefined && (
        <RecipesPanel tool={recipe} onTool={setOpen} onAddWebhook={add} onClose={() => setOpen(null)} />
      )}
      {open === 'links' && links.data !== undefined && (
        <ChatLinksPanel links={links.data} onClose={() => setOpen(null)} />
      )}
      {open === 'ai' && (
        <Suspense>
          <AiPanel handle={guard} onClose={() => setOpenNow(null)} />
        </Suspense>
      )}
      {open === 'answering' && (
        <Suspense>
          <AssistantPanel handle={guard} onClose={() => setOpenNow(null)} />
        </Suspense>
      )}
      {open === 'sources' && sources.data !== undefined && (
        <ImportSourcesPanel sources={sources.data} onClose={() => setOpen(null)} />
      )}
      {open === 'outgoing' && rows !== undefined && (
        <WebhooksPanel webhooks={rows} chosen={chosen} onChoose={setChosen} onAdd={add} onClose={() => setOpen(null)} />
      )}
      {adding === 'outgoing' && (
        <CreateWebhookDialog
          format={format}
          onMade={({ id }) => show('outgoing')(id)}
          onClose={() => setAdding(null)}
        />
      )}
      {adding === 'incoming' && <CreateIncomingDialog onMade={show('incoming')} onClose={() => setAdding(null)} />}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <ul className={styles.cards}>{children}</ul>
    </section>
  );
}

type WebhooksCardProps = {
  rows: Parameters<typeof summarizeWebhooks>[0];
  isOpen: boolean;
  onOpen: () => void;
};

function WebhooksCard({ rows, isOpen, onOpen }: WebhooksCardProps) {
  const { t, i18n } = useLingui();
  const { health, delivered, failed } = summarizeWebhooks(rows);
  const [done, lost] = [i18n.number(delivered), i18n.number(failed)];
  return (
    <IntegrationCard
      icon={<IconWebhook {...icon} />}
      title={t`Outgoing webhooks`}
      about={t`Send events to your systems, signed and retried for 3 days.`}
      health={health}
      note={health !== null && t`${done} delivered · ${lost} failed in 24 h`}
      isOpen={isOpen}
      action={(title) => (
        <button type="button" className={styles.cover} aria-expanded={isOpen} onClick={onOpen}>
          {title}
        </button>
      )}
    />
  );
}

function ApiCard({ facts: { api } }: { facts: Infrastructure }) {
  const { t } = useLingui();
  const requests = t`${plural(api.requests_24h, { one: '# request', other: '# requests' })} in 24 h`;
  return (
    <IntegrationCard
      icon={<IconApi {...icon} />}
      title={t`API`}
      about={t`Messages, contacts, templates and broadcasts for your programs, with keys limited to scopes.`}
      health={api.keys > 0 ? 'working' : null}
      note={
        api.keys > 0
          ? `${t`${plural(api.keys, { one: '# key', other: '# keys' })}`} · ${requests}`
          : t`Needs: an API key`
      }
      action={(title) => (
        <Link to="/settings/api-keys" className={styles.cover}>
          {title}
        </Link>
      )}
    />
  );
}
