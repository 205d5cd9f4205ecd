import { useLingui } from '@lingui/react/macro';
import type { AssistantTool } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../platform/api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { SidePanel } from '../../../ui/layer/side-panel.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useApplications } from '../data/applications.ts';
import styles from './assistants.module.css';
import { ConnectedApplications } from './connected-applications.tsx';

export type AssistantsPanelProps = { onClose: () => void };

/** How an assistant connects, what it can do with which scopes, and how it is disconnected. */
export function AssistantsPanel({ onClose }: AssistantsPanelProps) {
  const { t } = useLingui();
  const tools = useQuery({
    queryKey: ['assistants', 'tools'],
    queryFn: async ({ signal }) => (await api('GET /api/assistants/tools', {}, { signal })).data,
  });
  const applications = useApplications();
  const url = `${window.location.origin}/mcp`;
  const headers = { Authorization: 'Bearer wa_live_…' };
  const configuration = JSON.stringify({ mcpServers: { parley: { type: 'http', url, headers } } });
  return (
    <SidePanel title={t`Assistants`} size="md" onClose={onClose}>
      <div className={styles.panel}>
        <p>{t`Assistants such as Claude or ChatGPT read conversations, answer customers and keep contacts up to date through the Model Context Protocol.`}</p>
        <section>
          <h3>{t`Connect`}</h3>
          <p>{t`Add this address in the assistant, as a connector or MCP server. It opens Parley, where you allow access.`}</p>
          <CopyText label={t`Server address`} text={url} />
        </section>
        <section>
          <h3>{t`Connected applications`}</h3>
          {applications.isError ? (
            <ProblemState
              title={t`Couldn’t load the applications`}
              error={applications.error}
              onRetry={() => void applications.refetch()}
            />
          ) : applications.data === undefined ? (
            <Skeleton shape="text" label={t`Loading applications`} count={2} />
          ) : (
            <ConnectedApplications applications={applications.data} />
          )}
        </section>
        <section>
          <h3>{t`Connect with an API key`}</h3>
          <p>{t`For programs without sign-in: create an API key with the scopes that they need. Revoking it disconnects them.`}</p>
          <p>
            <Link to="/settings/api-keys">{t`API keys`}</Link>
          </p>
          <CopyText label={t`Configuration`} text={configuration} />
          <p
            className={styles.quiet}
          >{t`Replace the dots in the configuration with your key. Transport: streamable HTTP.`}</p>
        </section>
        <section>
          <h3>{t`What assistants can do`}</h3>
          {tools.isError ? (
            <ProblemState title={t`Couldn’t load the tools`} error={tools.error} onRetry={() => void tools.refetch()} />
          ) : tools.data === undefined ? (
            <Skeleton shape="text" label={t`Loading tools`} count={6} />
          ) : (
            <ul className={styles.tools}>
              {tools.data.map((tool) => (
                <ToolLine key={tool.name} tool={tool} />
              ))}
            </ul>
          )}
          <p className={styles.quiet}>{t`Nothing can be deleted, and broadcasts can’t be started.`}</p>
        </section>
      </div>
    </SidePanel>
  );
}

function ToolLine({ tool }: { tool: AssistantTool }) {
  const { t } = useLingui();
  return (
    <li>
      <span className={styles.name}>
        <code dir="ltr">{tool.name}</code>
        <Badge tone={tool.read_only ? undefined : 'warn'}>
          {tool.read_only ? t`Reads` : t({ message: 'Changes', context: 'verb' })}
        </Badge>
      </span>
      <small className={styles.quiet}>
        {t`Scopes:`} <span dir="ltr">{tool.scopes.join(', ')}</span>
      </small>
    </li>
  );
}
