import { useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { Activity, type Ref, useState } from 'react';
import { type LeaveHandle, useLeaveQuestion } from '../../../ui/layer/leave-guard.tsx';
import { SidePanel } from '../../../ui/layer/side-panel.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useAiSettings } from '../data/ai-settings.ts';
import styles from './ai.module.css';
import { AiExamples } from './ai-examples.tsx';
import { AiSettingsForm } from './ai-settings-form.tsx';
import { AiUsageView } from './ai-usage-view.tsx';
import { HelpTexts } from './help-texts.tsx';
import { VoiceNotes } from './voice-notes.tsx';

type View = 'settings' | 'voice' | 'sent' | 'help' | 'usage';

export type AiPanelProps = { onClose: () => void; handle?: Ref<LeaveHandle> };

/** The AI provider of the account: settings, what is sent, help texts, usage. */
export function AiPanel({ onClose, handle }: AiPanelProps) {
  const { t } = useLingui();
  const settings = useAiSettings();
  // An answer links to the help text that it is made from.
  const { show, text }: Record<string, unknown> = useSearch({ strict: false });
  const [view, setView] = useState<View>(show === 'help-texts' ? 'help' : 'settings');
  const { data } = settings;
  // What is typed in a form stays while another view is shown.
  const [changed, setChanged] = useState({ settings: false, voice: false });
  const isChanged = changed.settings || changed.voice;
  const { leave, question } = useLeaveQuestion(t`Leave without saving?`, () => isChanged, onClose, handle);
  return (
    <SidePanel title={t`AI provider`} size="md" onClose={leave}>
      <div className={styles.panel}>
        {settings.error ? (
          <ProblemState
            title={t`Couldn’t load the AI provider`}
            error={settings.error}
            onRetry={() => void settings.refetch()}
          />
        ) : data === undefined ? (
          <Skeleton shape="text" label={t`Loading the AI provider`} count={6} />
        ) : (
          <Tabs<View>
            label={t`AI provider`}
            tabs={[
              { value: 'settings', label: t`Settings` },
              { value: 'voice', label: t`Voice notes` },
              { value: 'sent', label: t`What is sent` },
              { value: 'help', label: t`Help texts` },
              { value: 'usage', label: t`Usage` },
            ]}
            value={view}
            onChange={setView}
          >
            {(view === 'settings' || changed.settings) && (
              <Activity mode={view === 'settings' ? 'visible' : 'hidden'}>
                <AiSettingsForm
                  key={data === null ? 'new' : 'set'}
                  settings={data}
                  onChanged={(now) => setChanged((before) => ({ ...before, settings: now }))}
                />
              </Activity>
            )}
            {(view === 'voice' || changed.voice) && (
              <Activity mode={view === 'voice' ? 'visible' : 'hidden'}>
                <VoiceNotes onChanged={(now) => setChanged((before) => ({ ...before, voice: now }))} />
              </Activity>
            )}
            {view === 'sent' && <AiExamples settings={data} />}
            {view === 'help' && <HelpTexts named={typeof text === 'string' ? text : ''} />}
            {view === 'usage' && <AiUsageView />}
          </Tabs>
        )}
      </div>
      {question}
    </SidePanel>
  );
}
