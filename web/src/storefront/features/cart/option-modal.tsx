/**
 * Choosing a combination before adding to the cart: asked for by `show-combination-modal`, labels each combination by
 * its values joined with a slash, preselects the first that can be had (of what the list was narrowed to), the least quantity (spec 4).
 */
import { useId, useState } from 'react';
import type { Combination } from '@/api/types.ts';
import { attributesOf } from '@/domain/cart.ts';
import { combinationsOf } from '@/domain/combinations.ts';
import { toDinars } from '@/domain/money.ts';
import { shownPrice } from '@/domain/pricing.ts';
import { listed } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import * as checkStyles from '@/ui/native/check.module.css';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Price } from '@/ui/native/price.tsx';
import { Sheet } from '@/ui/native/sheet.tsx';
import * as stepperStyles from '@/ui/native/stepper.module.css';
import { Stepper } from '@/ui/native/stepper.tsx';
import * as deliveryStyles from '../../parts/delivery.module.css';
import { QuantityNotes } from '../../parts/quantity-notes.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import { addToCart, type CombinationRequest } from '../../state/cart-store.ts';
import { linePicture } from '../../state/line-picture.ts';
import * as styles from './option-modal.module.css';

interface OptionModalProps {
  readonly request: CombinationRequest | undefined;
  readonly onClose: () => void;
}

export function OptionModal({ request, onClose }: OptionModalProps) {
  return (
    <Sheet open={request !== undefined} onClose={onClose} title={request?.name ?? ''} place="middle">
      {request && <Choice key={request.productId} request={request} onDone={onClose} />}
    </Sheet>
  );
}

function valuesOf({ values }: Combination): string {
  return values.map(({ value }) => value).join(' / ');
}

interface ChoiceProps {
  readonly request: CombinationRequest;
  readonly onDone: () => void;
}

function Choice({ request, onDone }: ChoiceProps) {
  const { combinations, rule, search = {} } = request;
  const notesId = useId();
  const wanted = combinationsOf(combinations, search);
  const [chosenId, setChosenId] = useState((wanted.find(({ available }) => available) ?? wanted[0])?.id);
  const [quantity, setQuantity] = useState(rule?.minimumQuantity ?? 1);
  const chosen = combinations.find(({ id }) => id === chosenId);
  const confirm = () => {
    if (!chosen) return;
    addToCart({
      productId: request.productId,
      combinationId: chosen.id,
      unitPrice: toDinars(shownPrice(chosen).now),
      quantity,
      name: request.name,
      image: linePicture(request.images, chosen) ?? request.image,
      attributes: attributesOf(chosen),
      link: request.link,
      ...(rule && { rule }),
    });
    onDone();
  };
  return (
    <div className={styles.optionModal}>
      <fieldset>
        <legend className={fieldStyles.label}>{m.sf_choose_option()}</legend>
        <div className={deliveryStyles.all}>
          {combinations.map((combination) => (
            <label
              className={deliveryStyles.delivery}
              key={combination.id}
              data-sold-out={!combination.available || undefined}
            >
              <input
                className={checkStyles.radio}
                type="radio"
                name="combination"
                checked={combination.id === chosenId}
                disabled={!combination.available}
                onChange={() => setChosenId(combination.id)}
              />
              <span className={deliveryStyles.title}>
                <bdi>{valuesOf(combination)}</bdi>
              </span>
              <span className={deliveryStyles.price}>
                {combination.available ? (
                  <Price amount={shownPrice(combination).now} />
                ) : (
                  <>
                    <span className="quiet">{m.sf_sold_out()}</span>{' '}
                    <ShopLink
                      className="link"
                      href={`${request.link}?combination=${combination.id}`}
                      aria-label={listed([m.sf_restock_send(), valuesOf(combination)])}
                      onClick={onDone}
                    >
                      {m.sf_restock_send()}
                    </ShopLink>
                  </>
                )}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={stepperStyles.row}>
        <Stepper quantity={quantity} onChange={setQuantity} rule={rule} notesId={notesId} />
        <Button kind="primary" disabled={!chosen?.available} onClick={confirm}>
          {m.sf_add_to_cart()}
        </Button>
      </div>
      <QuantityNotes id={notesId} quantity={quantity} rule={rule} onTake={setQuantity} />
    </div>
  );
}
