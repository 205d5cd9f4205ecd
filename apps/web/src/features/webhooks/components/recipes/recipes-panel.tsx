import { useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { saveBlob } from '../../../../platform/download.ts';
import { Button } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { SidePanel } from '../../../../ui/layer/side-panel.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import {
  n8nWorkflow,
  type RecipeTool,
  recipeToolNames,
  recipeTools,
  replyBody,
  replyHeaders,
} from '../../data/recipes.ts';
import styles from './recipes.module.css';

type Props = { tool: RecipeTool; onTool: (tool: RecipeTool) => void; onAddWebhook: () => void; onClose: () => void };

/** Step by step: a tool without code receives an event and answers through the API. */
export function RecipesPanel({ tool, onTool, onAddWebhook, onClose }: Props) {
  const { t } = useLingui();
  return (
    <SidePanel title={t`Recipes`} size="md" onClose={onClose}>
      <div className={styles.panel}>
        <p>{t`Receive customers’ messages in your tool and answer them from there.`}</p>
        <Tabs<RecipeTool>
          label={t`Tool`}
          tabs={recipeTools.map((value) => ({ value, label: recipeToolNames[value] }))}
          value={tool}
          onChange={onTool}
        >
          {tool === 'n8n' ? (
            <N8nSteps onAddWebhook={onAddWebhook} />
          ) : (
            <HttpSteps key={tool} tool={tool} onAddWebhook={onAddWebhook} />
          )}
        </Tabs>
      </div>
    </SidePanel>
  );
}

function KeyStep() {
  const { t } = useLingui();
  return (
    <Step title={t`Create an API key`}>
      <p>{t`Give it the scope messages:write, and copy it: it is shown once.`}</p>
      <p>
        <Link to="/settings/api-keys">{t`API keys`}</Link>
      </p>
    </Step>
  );
}

function WebhookStep({ about, onAddWebhook }: { about: string; onAddWebhook: () => void }) {
  const { t } = useLingui();
  return (
    <Step title={t`Add an outgoing webhook`}>
      <p>{about}</p>
      <p>
        <Button onClick={onAddWebhook}>{t`Add webhook`}</Button>
      </p>
    </Step>
  );
}

function N8nSteps({ onAddWebhook }: { onAddWebhook: () => void }) {
  const { t } = useLingui();
  const save = () => {
    const workflow = JSON.stringify(n8nWorkflow(window.location.origin), null, 2);
    saveBlob(new Blob([workflow], { type: 'application/json' }), 'parley-n8n.json');
  };
  return (
    <ol className={styles.steps}>
      <KeyStep />
      <Step title={t`Import the workflow`}>
        <p>{t`In n8n, open the menu of a new workflow and choose Import from file.`}</p>
        <p>
          <Button onClick={save}>
            <IconDownload {...smallIcon} />
            {t`Download workflow`}
          </Button>
        </p>
      </Step>
      <Step title={t`Paste the API key`}>
        <p>{t`Open the node Answer and create a Bearer Auth credential with the key.`}</p>
      </Step>
      <WebhookStep
        about={t`Activate the workflow, copy the production URL of the node Message received, and choose the event message.received.`}
        onAddWebhook={onAddWebhook}
      />
    </ol>
  );
}

function HttpSteps({ tool, onAddWebhook }: { tool: 'make' | 'zapier'; onAddWebhook: () => void }) {
  const { t } = useLingui();
  const isMake = tool === 'make';
  return (
    <ol className={styles.steps}>
      <KeyStep />
      <WebhookStep
        about={
          isMake
            ? t`In Make, start a scenario with Webhooks, Custom webhook, and copy its address. Choose the event message.received.`
            : t`In Zapier, start a Zap with Webhooks by Zapier, Catch Hook, and copy its address. Choose the event message.received.`
        }
        onAddWebhook={onAddWebhook}
      />
      <Step
        title={isMake ? t`Add the module HTTP, Make a request` : t`Add the action Webhooks by Zapier, Custom Request`}
      >
        <p>{t`Method: POST`}</p>
        <CopyText label={t`Address`} text={`${window.location.origin}/api/messages`} />
        <p>{t`Headers, with your key in place of the dots:`}</p>
        {replyHeaders(tool).map((header) => (
          <CopyText key={header} label={t`Header`} text={header} />
        ))}
        <p>{t`Body:`}</p>
        <CopyText label={t`Body`} text={replyBody(tool)} />
      </Step>
      <Step title={t`Try it`}>
        <p>{t`Write to your number as a customer: the answer arrives in the conversation.`}</p>
      </Step>
    </ol>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3>{title}</h3>
      {children}
    </li>
  );
}
