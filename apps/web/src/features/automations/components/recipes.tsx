import { useLingui } from '@lingui/react/macro';
import type { Flow } from '@parley/contract/types';
import { IconHandStop } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import { useRecipes } from '../data/recipes.tsx';
import styles from './automations.module.css';

type Props = { hideable: boolean; onChoose: (name: string, flow: Flow) => void };

/** Ready flows: one tap makes a draft of one. What the account does without a flow leads to its setting. */
export function Recipes({ hideable, onChoose }: Props) {
  const { t } = useLingui();
  const recipes = useRecipes();
  const [hidden, setHidden] = useState(false);
  return (
    <section className={styles.recipes} aria-label={t`Recipes`}>
      <header>
        <h2>{t`Recipes`}</h2>
        {hideable && (
          <Button variant="plain" size="sm" aria-expanded={!hidden} onClick={() => setHidden(!hidden)}>
            {hidden ? t`Show` : t`Hide`}
          </Button>
        )}
      </header>
      {!hidden && (
        <ul>
          {recipes.map(({ id, icon: Icon, name, does, flow }) => (
            <li key={id}>
              <button type="button" className={styles.recipe} onClick={() => onChoose(name, flow)}>
                <Icon {...icon} />
                <b>{name}</b>
                <span>{does}</span>
              </button>
            </li>
          ))}
          <li>
            {/* The account itself confirms them, once and on every channel: no automation has to. */}
            <Link to="/settings/business" hash="opt-out-answers" className={styles.recipe}>
              <IconHandStop {...icon} />
              <b>{t`STOP and START`}</b>
              <span>{t`Recorded and confirmed: see settings`}</span>
            </Link>
          </li>
        </ul>
      )}
    </section>
  );
}
