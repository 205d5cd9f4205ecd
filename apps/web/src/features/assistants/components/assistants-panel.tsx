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
import styles from './assistants.module.css';

export type AssistantsPanelProps = { onClose: () => void };

/** How an assistant connects, what it can do with which scopes, and how it is disconnected. */
export function AssistantsPanel({ onClose }: AssistantsPanelProps) {
  const { t } = useLingui();
  const tools = useQuery({
    queryKey: ['assistants', 'tools'],
    queryFn: async ({ signal }) => (await api('GET /api/assistants/tools', {}, { signal })).data,
  });
  const url = `${window.location.origin}/mcp`;
  const headers = { Authorization: 'Bearer wa_live_…' };
  const configuration = JSON.stringify({ mcpServers: { parley: { type: 'http', url, headers } } });
  return (
    <SidePanel title={t`Assistants`} size="md" onClose={onClose}>
      <div className={styles.panel}>
        <p>{t`Assistants such as Claude or ChatGPT read conversations, answer customers and keep contacts up to date through the Model Context Protocol.`}</p>
        <section>
          <h3>{t`Connect`}</h3>
          <p>{t`Create an API key with the scopes that the assistant needs, and add the server with it.`}</p>
          <p>
            <Link to="/settings/api-keys">{t`API keys`}</Link>
          </p>
          <CopyText label={t`Server address`} text={url} />
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
        <section>
          <h3>{t`Disconnect`}</h3>
          <p>{t`Revoke the assistant’s key under API keys. It loses access at once; messages it sent and contacts it added stay.`}</p>
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
        <Badge tone={tool.read_only ? undefined : 'warn'}>{tool.read_only ? t`Reads` : t`Changes`}</Badge>
      </span>
      <small className={styles.quiet}>
        {t`Scopes:`} <span dir="ltr">{tool.scopes.join(', ')}</span>
      </small>
    </li>
  );
}
