import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Scenario } from '@parley/contract/types';
import { IconDownload, IconLink, IconPlayerPlayFilled, IconPlayerStopFilled, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { inputClass } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Drawer } from '../../../../ui/layer/drawer.tsx';
import { toast } from '../../../../ui/toast.ts';
import { builtInScenarios } from '../../data/sandbox/built-in-scenarios.ts';
import { readScenario } from '../../data/sandbox/scenario-link.ts';
import { useStepText } from '../../data/sandbox/scenario-step-text.ts';
import { serverMessage } from '../../data/sandbox/server-message.ts';
import { copyLink, saveScenarioFile } from '../../data/sandbox/share-scenario.ts';
import { type Play, useSavedScenarios } from '../../data/sandbox/use-scenarios.ts';
import styles from './sandbox-controls.module.css';

export type ScenarioDrawerProps = {
  /** The steps recorded on this page so far. */
  recorded: Scenario['steps'];
  /** A scenario from the URL. */
  linked: Scenario | null;
  play: Play | null;
  onPlay: (scenario: Scenario) => void;
  onStop: () => void;
  onClose: () => void;
};

/** Scenarios: built-in ones, those saved in the account, one from a link, and the current recording. */
export function ScenarioDrawer(props: ScenarioDrawerProps) {
  const { t } = useLingui();
  const { saved, keep, forget } = useSavedScenarios();
  const row = (scenario: Scenario, key: string, more?: ReactNode) => (
    <ScenarioRow key={key} {...props} scenario={scenario} more={more} />
  );
  const keepIt = async (scenario: Scenario) => {
    try {
      await keep(scenario);
      toast({ message: t`Skipped: ${scenario.name}` });
    } catch (error) {
      toast({ message: serverMessage(error) ?? t`Not saved. Try again.` });
    }
  };
  return (
    <Drawer title={t`Scenarios`} size="md" onClose={props.onClose}>
      <p className={styles.quiet}>{t`Each run creates new customers.`}</p>
      {props.linked &&
        row(
          props.linked,
          'linked',
          <Button size="sm" onClick={() => props.linked && void keepIt(props.linked)}>{t`Keep`}</Button>,
        )}
      <Recorded steps={props.recorded} onKeep={keepIt} />
      {(saved ?? []).map(({ id, scenario }) =>
        row(
          scenario,
          id,
          <IconButton
            size="sm"
            label={t`Delete ${scenario.name}`}
            onClick={() => void forget(id).catch(() => toast({ message: t`Not deleted. Try again.` }))}
          >
            <IconTrash {...smallIcon} />
          </IconButton>,
        ),
      )}
      {builtInScenarios.map((scenario) => row(scenario, scenario.name, <Badge>{t`Built-in`}</Badge>))}
      <FromFile onRead={(scenario) => void keepIt(scenario)} />
    </Drawer>
  );
}

function ScenarioRow({
  scenario,
  play,
  onPlay,
  onStop,
  more,
}: ScenarioDrawerProps & { scenario: Scenario; more?: ReactNode }) {
  const { t } = useLingui();
  const mine = play?.scenario === scenario ? play : null;
  const running = mine?.state === 'running';
  return (
    <article className={styles.scenario}>
      <strong dir="auto">{scenario.name}</strong>
      {scenario.about !== '' && <span className={styles.quiet}>{scenario.about}</span>}
      <span className={styles.row}>
        <Button size="sm" onClick={() => (running ? onStop() : onPlay(scenario))}>
          {running ? <IconPlayerStopFilled {...smallIcon} /> : <IconPlayerPlayFilled {...smallIcon} />}
          {running ? t`Stop` : t`Play`}
        </Button>
        <IconButton size="sm" label={t`Copy a link to it`} onClick={() => void copyLink(scenario, t)}>
          <IconLink {...smallIcon} />
        </IconButton>
        <IconButton size="sm" label={t`Save as file`} onClick={() => saveScenarioFile(scenario)}>
          <IconDownload {...smallIcon} />
        </IconButton>
        {more}
      </span>
      {mine && <PlayState play={mine} />}
    </article>
  );
}

/** The progress of a scenario: its steps, the running one, and why it failed. */
export function PlayState({ play }: { play: Play }) {
  const { t } = useLingui();
  const words = useStepText();
  // Steps have no ids and are never reordered.
  const rows = play.scenario.steps.map((step, at) => ({ step, at, key: `${at}` }));
  return (
    <>
      <p role="status" className={play.state === 'failed' ? styles.bad : styles.quiet}>
        {play.state === 'done' && t`Finished.`}
        {play.state === 'failed' && (play.words ?? '')}
        {play.state === 'running' && t`Step ${play.at + 1} of ${play.scenario.steps.length}`}
      </p>
      <ol className={styles.steps}>
        {rows.map(({ step, at, key }) => (
          <li
            key={key}
            dir="auto"
            data-now={(play.state === 'running' && at === play.at) || undefined}
            data-failed={(play.state === 'failed' && at === play.at) || undefined}
          >
            {words(step)}
          </li>
        ))}
      </ol>
    </>
  );
}

function Recorded({ steps, onKeep }: { steps: Scenario['steps']; onKeep: (scenario: Scenario) => Promise<void> }) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  if (steps.length === 0) return null;
  const count = steps.length;
  return (
    <article className={styles.scenario}>
      <strong>{t`Your activity`}</strong>
      <span className={styles.quiet}>{plural(count, { one: '# step recorded.', other: '# steps recorded.' })}</span>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '') return;
          void onKeep({ name: name.trim(), about: '', steps }).then(() => setName(''));
        }}
      >
        <input
          className={inputClass()}
          value={name}
          maxLength={200}
          aria-label={t`Name of the scenario`}
          placeholder={t`Name of the scenario`}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" size="sm" blocked={name.trim() === ''}>{t`Keep`}</Button>
      </form>
    </article>
  );
}

function FromFile({ onRead }: { onRead: (scenario: Scenario) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    const scenario = file === undefined ? null : readScenario(await file.text());
    if (scenario !== null) onRead(scenario);
    else if (file !== undefined) toast({ message: t`Not a scenario file.` });
  };
  return (
    <p className={styles.row}>
      <Button size="sm" variant="plain" onClick={() => input.current?.click()}>{t`Import from file`}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </p>
  );
}
