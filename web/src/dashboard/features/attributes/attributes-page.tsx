import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, SwatchBook } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { attributesQuery } from '../../data/attributes.ts';
import type { Attribute } from '../../data/types.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { useAllowed } from '../../session/use-session.ts';

/** What combinations differ in: a shop has few, they stand on one page. */
export function AttributesPage() {
  const attributes = useQuery(attributesQuery);
  const mayWrite = useAllowed()('catalog.write');
  return (
    <>
      <PageTitle>{m.db_attributes_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_attributes_title()}</h1>
        {mayWrite && (
          <div className={headsStyles.acts}>
            <Link to="/attributes/new" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
              <Plus className="icon" aria-hidden />
              {m.db_attribute_new()}
            </Link>
          </div>
        )}
      </div>
      <ListBody
        query={attributes}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon={SwatchBook} title={m.db_attributes_empty()} body={m.db_attributes_empty_body()} />
        }
      >
        {(all, stale) => (
          <DataTable
            caption={m.db_attributes_title()}
            columns={columns()}
            rows={all}
            rowKey={({ id }) => id}
            stale={stale}
          />
        )}
      </ListBody>
    </>
  );
}

function columns(): Column<Attribute>[] {
  return [
    {
      id: 'name',
      header: m.db_attribute_name(),
      area: 'main',
      cell: ({ id, name }) => (
        <Link to="/attributes/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{written(name)}</bdi>
        </Link>
      ),
    },
    {
      id: 'input',
      header: m.db_attribute_input(),
      area: 'aside',
      cell: ({ input }) => (input === 'color' ? m.db_attribute_color() : m.db_attribute_text()),
    },
    {
      id: 'options',
      header: m.db_attribute_options(),
      area: 'under',
      cell: ({ options }) => <bdi>{options.map(({ name }) => written(name)).join(' · ')}</bdi>,
    },
  ];
}
