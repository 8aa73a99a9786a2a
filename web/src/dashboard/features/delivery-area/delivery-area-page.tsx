import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FRESH } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { SearchField } from '@/ui/data-table/search-field.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { areaQuery } from '../../data/places.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { AreaForm } from './area-form.tsx';

/** Where the shop delivers: wilayas with their communes, ticked one by one, a whole wilaya or all. */
export function DeliveryAreaPage() {
  // What is edited and saved whole is read anew.
  const area = useQuery({ ...areaQuery, staleTime: FRESH.never });
  const [words, setWords] = useState('');
  return (
    <>
      <PageTitle>{m.db_area_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_area_title()}</h1>
      </div>
      {area.data ? (
        <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
          <p className="muted">{m.db_area_lead()}</p>
          <SearchField label={m.db_area_search()} value={words} onChange={setWords} />
          <AreaForm area={area.data} words={words} />
        </div>
      ) : (
        <Pending query={area} rows={12} />
      )}
    </>
  );
}
