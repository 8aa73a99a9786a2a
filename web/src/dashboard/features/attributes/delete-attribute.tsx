import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Attribute } from '../../data/types.ts';
import { DeleteInUse } from '../../parts/delete-in-use.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { useDeleteAttribute } from './use-attribute.ts';

/** Takes it away after a question; one that combinations have stays. */
export function DeleteAttribute({ attribute }: { attribute: Attribute }) {
  return (
    <DeleteInUse
      act={m.db_attribute_delete()}
      title={m.db_attribute_delete_title({ name: written(attribute.name) })}
      body={m.db_attribute_delete_body()}
      remove={useDeleteAttribute(attribute)}
      inUse={(by) => m.db_attribute_products({ products: by('products') })}
    />
  );
}
