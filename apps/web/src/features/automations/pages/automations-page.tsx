import { useSearch } from '@tanstack/react-router';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { LiveScope } from '../../team/public.ts';
import { AutomationList } from '../components/automation-list.tsx';

const Editor = lazyComponent<{ id: string; run: string | null }>(() =>
  import('../components/editor/editor-screen.tsx').then((module) => module.EditorScreen),
);

/** `/automations`; `?edit=` opens one of them, `?run=` a run of it. */
export function AutomationsPage() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const text = (name: string) => (typeof search[name] === 'string' ? (search[name] as string) : null);
  const edit = text('edit');
  return (
    <LiveScope>
      {edit === null ? <AutomationList view={text('view')} /> : <Editor key={edit} id={edit} run={text('run')} />}
    </LiveScope>
  );
}
