import { useLingui } from '@lingui/react/macro';
import { IconArrowsSplit2, IconBolt, IconTopologyStar3 } from '@tabler/icons-react';
import { Badge } from '../../../ui/badge.tsx';
import { icon } from '../../../ui/icon.ts';
import { type RecipeTool, recipeToolNames } from '../data/recipes.ts';
import { IntegrationCard } from './integration-card.tsx';
import styles from './webhooks.module.css';

type Props = { open: RecipeTool | null; onOpen: (tool: RecipeTool) => void };

/** Tools without code, each with its recipe. */
export function RecipeCards({ open, onOpen }: Props) {
  const { t } = useLingui();
  const cards = [
    {
      tool: 'n8n' as const,
      icon: <IconTopologyStar3 {...icon} />,
      about: t`Import the workflow and paste an API key.`,
    },
    {
      tool: 'make' as const,
      icon: <IconArrowsSplit2 {...icon} />,
      about: t`A scenario with a webhook and an API call, step by step.`,
    },
    {
      tool: 'zapier' as const,
      icon: <IconBolt {...icon} />,
      about: t`Catch hook and API request, step by step.`,
    },
  ];
  return cards.map(({ tool, ...card }) => (
    <IntegrationCard
      key={tool}
      {...card}
      title={recipeToolNames[tool]}
      health={null}
      badge={<Badge>{t`Recipe`}</Badge>}
      note={t`Needs: an API key`}
      isOpen={open === tool}
      action={(title) => (
        <button type="button" className={styles.cover} aria-expanded={open === tool} onClick={() => onOpen(tool)}>
          {title}
        </button>
      )}
    />
  ));
}
