/** In what numbers something is ordered, in words. */
import { MAX_QUANTITY, type QuantityRule } from '@/domain/quantity-rule.ts';
import { listed } from '@/i18n/format.ts';
import { locale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Take } from './take.tsx';

/** "par lots de 6, à partir de 12, 60 au plus". From the first lot is where lots begin anyway. */
export function ruleWords({ minimumQuantity, maximumQuantity, quantityStep }: QuantityRule): string {
  return listed([
    quantityStep > 1 ? m.sf_rule_step({ step: quantityStep }) : '',
    minimumQuantity === quantityStep ? '' : m.sf_rule_minimum({ minimum: minimumQuantity }),
    maximumQuantity == null ? '' : m.sf_rule_maximum({ maximum: maximumQuantity }),
  ]);
}

export function RuleHint({ rule }: { readonly rule: QuantityRule }) {
  const words = ruleWords(rule);
  if (words === '') return null;
  return <p className="small quiet">{words.charAt(0).toLocaleUpperCase(locale()) + words.slice(1)}</p>;
}

interface RuleNoteProps {
  /** Of the notes that it is one of. */
  readonly id: string;
  readonly rule: QuantityRule;
  readonly quantity: number;
  /** What can be ordered in place of it. */
  readonly remedy: number;
  readonly onTake: (quantity: number) => void;
}

/** At a quantity that can't be ordered, with the nearest that can. */
export function RuleNote({ id, rule, quantity, remedy, onTake }: RuleNoteProps) {
  const most = quantity > MAX_QUANTITY ? MAX_QUANTITY : null;
  const words = ruleWords({ ...rule, maximumQuantity: rule.maximumQuantity ?? most });
  return (
    <p className={fieldStyles.error}>
      {m.sf_rule_broken({ rule: words })} <Take id={id} quantity={remedy} onTake={onTake} />
    </p>
  );
}
