import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { areaQuery, wilayasQuery } from '../../data/places.ts';
import type { DeliveryArea, DeliveryAreaChange } from '../../data/types.ts';
import { Pending } from '../../parts/pending.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { useAllowed } from '../../session/use-session.ts';
import { type AreaDraft, bodyOf, draftOf, type OneArea, oneOf, withAll } from './draft.ts';
import { found, grouped } from './groups.ts';
import { TickSome, WilayaTicks } from './wilaya-ticks.tsx';

interface AreaFormProps {
  area: DeliveryArea;
  /** What is looked for; the boxes over others tick what is shown. */
  words: string;
}

/** Every commune with its box, saved together. */
export function AreaForm({ area, words }: AreaFormProps) {
  const form = useAreaForm(area);
  const mayWrite = useAllowed()('transporters.write');
  const wilayas = useQuery(wilayasQuery);
  if (!wilayas.data) return <Pending query={wilayas} rows={12} />;
  const shown = found(grouped(wilayas.data, area.communes), words);
  const ticks = {
    open: form.draft.communes,
    onTick: (ids: readonly string[], isOpen: boolean) => form.edit((before) => withAll(before, ids, isOpen)),
  };
  return (
    <RecordFormFrame form={form} nameOf={() => m.db_area_communes()} mayWrite={mayWrite}>
      {shown.length === 0 ? (
        <Empty icon={SearchX} title={m.db_area_none()} />
      ) : (
        <>
          <div className={fieldStyles.choices}>
            <TickSome
              label={m.db_area_all()}
              ids={shown.flatMap(({ communes }) => communes.map(({ id }) => id))}
              {...ticks}
            />
          </div>
          {shown.map((group) => (
            <WilayaTicks key={group.wilaya.id} isFound={words !== ''} {...group} {...ticks} />
          ))}
        </>
      )}
    </RecordFormFrame>
  );
}

function useAreaForm(area: DeliveryArea) {
  return useRecordForm<OneArea, AreaDraft, DeliveryAreaChange>(oneOf(area), {
    kind: 'delivery-area',
    draftOf,
    bodyOf,
    send: async (body) => {
      const { data } = await client.PATCH('/dashboard/api/delivery-area', { body });
      return oneOf(data ?? area);
    },
    keyOf: () => areaQuery.queryKey,
    lists: ['/public/utilis/api/wilayas', '/public/utilis/api/commune/wilaya/{wilaya_id}'],
    onSaved: () => told(m.db_area_saved()),
  });
}
