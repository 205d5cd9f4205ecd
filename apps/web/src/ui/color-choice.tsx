import { useLingui } from '@lingui/react/macro';
import type { LabelColor } from '@parley/contract/types';
import styles from './color-choice.module.css';
import { ColorEdge } from './color-edge.tsx';

const colors: readonly LabelColor[] = ['grey', 'blue', 'green', 'amber', 'red', 'violet'];

/** One of the colors of labels and stages. */
export function ColorChoice({ chosen, onChoose }: { chosen: LabelColor; onChoose: (color: LabelColor) => void }) {
  const { t } = useLingui();
  const names: Record<LabelColor, string> = {
    grey: t`Grey`,
    blue: t`Blue`,
    green: t`Green`,
    amber: t`Amber`,
    red: t`Red`,
    violet: t`Violet`,
  };
  return (
    <fieldset className={styles.colors} aria-label={t`Color`}>
      {colors.map((color) => (
        <button
          key={color}
          type="button"
          className={styles.color}
          aria-label={names[color]}
          aria-pressed={color === chosen}
          data-tip={names[color]}
          onClick={() => onChoose(color)}
        >
          <ColorEdge color={color} />
        </button>
      ))}
    </fieldset>
  );
}
