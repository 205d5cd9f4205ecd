import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import type { KindFormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';
import { ProductChoice } from './product-choice.tsx';
import { isList, type ProductsDraft } from './products.ts';
import styles from './structured.module.css';

/** Products of the channel's catalogue, or the whole of it. */
export function ProductsForm({ draft, change, errorOf, channelId }: KindFormProps<ProductsDraft>) {
  const { t } = useLingui();
  const id = useId();
  const { offer, chosen } = draft;
  const asList = isList(draft);
  const error = errorOf('chosen');
  const most = interactiveLimits.productsInAll;
  return (
    <>
      <span>
        <Segments<ProductsDraft['offer']>
          label={t`What to send`}
          segments={[
            { value: 'products', label: t`Chosen products` },
            { value: 'catalog', label: t`Whole catalog` },
          ]}
          value={offer}
          onChange={(next) => change({ offer: next })}
        />
      </span>
      {offer === 'products' && (
        <>
          <ProductChoice
            channelId={channelId}
            chosen={chosen}
            onToggle={(product, catalogId) =>
              change((before) => {
                // Ids of another catalogue mean nothing in this one.
                const kept = before.catalogId === catalogId ? before.chosen : [];
                const others = kept.filter((one) => one.product_retailer_id !== product.product_retailer_id);
                const added = others.length === kept.length && kept.length < most;
                return { catalogId, chosen: added ? [...kept, product] : others };
              })
            }
          />
          <section className={styles.choices} aria-labelledby={id}>
            <p id={id} className={styles.quiet} aria-live="polite">
              {t`${chosen.length} of ${most} products chosen`}
            </p>
            {chosen.length > 0 && (
              <ul className={styles.chosen}>
                {chosen.map(({ product_retailer_id, name }) => (
                  <li key={product_retailer_id}>
                    <bdi>{name}</bdi>
                    <IconButton
                      size="sm"
                      label={t`Remove ${name}`}
                      onClick={() =>
                        change({ chosen: chosen.filter((one) => one.product_retailer_id !== product_retailer_id) })
                      }
                    >
                      <IconX {...smallIcon} />
                    </IconButton>
                  </li>
                ))}
              </ul>
            )}
            {error !== null && (
              <p role="alert" className={styles.wrong}>
                {error}
              </p>
            )}
          </section>
        </>
      )}
      {asList && (
        <LimitedField
          label={t`Header`}
          limit={interactiveLimits.header}
          value={draft.header}
          error={errorOf('header')}
          onChange={(header) => change({ header })}
        />
      )}
      <LimitedField
        label={t`Message`}
        {...(offer === 'products' && !asList && { note: t`optional` })}
        multiline
        limit={interactiveLimits.body}
        value={draft.body}
        error={errorOf('body')}
        onChange={(body) => change({ body })}
      />
      {asList && (
        <LimitedField
          label={t`Section title`}
          note={t`optional`}
          limit={interactiveLimits.sectionTitle}
          value={draft.section}
          error={errorOf('section')}
          onChange={(section) => change({ section })}
        />
      )}
      <LimitedField
        label={t`Footer`}
        note={t`optional`}
        limit={interactiveLimits.footer}
        value={draft.footer}
        error={errorOf('footer')}
        onChange={(footer) => change({ footer })}
      />
    </>
  );
}
