import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Segments } from '../../../ui/segments.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useRows } from '../../sync/public.ts';
import { type ToolName, toolNames } from '../data/tools.ts';
import { ChooseFile } from './choose-file.tsx';
import { ConnectTool } from './connect-tool.tsx';
import styles from './move.module.css';

/**
 * The number whose conversations they become, and where they come from.
 * @param first the tool that is offered first
 */
export function BeginImport({ first }: { first: ToolName | undefined }) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const [chosen, setChosen] = useState<string | null>(null);
  const [from, setFrom] = useState<'file' | ToolName>(first ?? 'file');
  const channelId = chosen ?? channels.find(({ sandbox }) => !sandbox)?.id ?? channels[0]?.id ?? '';
  return (
    <section className={styles.part} aria-labelledby="move-begin">
      <div className={styles.lead}>
        <h2 id="move-begin">{t`Bring your conversations`}</h2>
        <p>{t`Imported messages are history: nothing is sent, nobody is notified, and no automation starts. You can undo an import for 30 days.`}</p>
      </div>
      {channels.length > 1 && (
        <SelectField
          label={t`Number`}
          help={t`The imported conversations belong to this number.`}
          choices={channels.map(({ id, channel_label: label }) => ({ value: id, label }))}
          value={channelId}
          onChange={setChosen}
        />
      )}
      <div>
        <Segments
          label={t`Import from`}
          segments={[
            { value: 'file', label: t`A file` },
            { value: 'chatwoot', label: toolNames.chatwoot },
            { value: 'respond_io', label: toolNames.respond_io },
            { value: 'wati', label: toolNames.wati },
          ]}
          value={from}
          onChange={setFrom}
        />
      </div>
      {channelId !== '' &&
        (from === 'file' ? (
          <ChooseFile channelId={channelId} />
        ) : (
          <ConnectTool key={from} tool={from} channelId={channelId} />
        ))}
    </section>
  );
}
