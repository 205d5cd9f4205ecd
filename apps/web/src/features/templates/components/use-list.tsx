import type { TemplateUse } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useUseWords } from '../data/use-use-words.ts';
import styles from './pages.module.css';

/** What uses a template, each with its page. */
export function UseList({ uses }: { uses: readonly TemplateUse[] }) {
  return (
    <ul className={styles.plain}>
      {uses.map((use) => (
        <li key={`${use.kind}/${use.id}/${use.state}`}>
          <UseLink use={use} />
        </li>
      ))}
    </ul>
  );
}

function UseLink({ use }: { use: TemplateUse }) {
  const words = useUseWords()(use);
  const name = <bdi>{words}</bdi>;
  switch (use.kind) {
    case 'campaign':
      return (
        <Link to="/broadcast/history/$campaign_id" params={{ campaign_id: use.id }}>
          {name}
        </Link>
      );
    case 'automation':
      return (
        <Link to="/automations" search={{ edit: use.id }}>
          {name}
        </Link>
      );
    case 'channel':
      return <Link to="/channels">{name}</Link>;
    case 'scheduled':
      return name;
  }
}
