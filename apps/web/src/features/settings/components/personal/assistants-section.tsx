import { useLingui } from '@lingui/react/macro';
import { CopyText, fullAddress } from '../../../../ui/copy-text.tsx';
import { Section } from './section.tsx';

/** How the member connects an assistant; what is connected stands among the sessions. */
export function AssistantsSection() {
  const { t } = useLingui();
  return (
    <Section
      id="assistants"
      title={t`Assistants`}
      lead={t`Let Claude, ChatGPT or another assistant read and answer conversations for you. Add this address in the assistant, as a connector or MCP server. It opens Parley, where you allow access; end it under Sessions and devices.`}
    >
      <CopyText label={t`Server address`} text={fullAddress('/mcp')} />
    </Section>
  );
}
