import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LayoutTemplate, Plus } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { BlockList } from './block-list.tsx';
import { BlocksPreview } from './blocks-preview.tsx';
import * as previewStyles from './home-preview.module.css';
import { blocksQuery } from './queries.ts';

/** The home page, block by block. */
export function BlocksPage() {
  const blocks = useQuery(blocksQuery);
  return (
    <>
      <PageTitle>{m.db_blocks_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_blocks_title()}</h1>
        <div className={headsStyles.acts}>
          <a className={buttonStyles.button} href="/" target="_blank" rel="noreferrer">
            {m.db_blocks_see()}
          </a>
          <Link to="/home-blocks/new" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
            <Plus className="icon" aria-hidden />
            {m.db_block_new()}
          </Link>
        </div>
      </div>
      <p className="muted">{m.db_blocks_hint()}</p>
      <ListBody
        query={blocks}
        isEmpty={(all) => all.blocks.length === 0}
        empty={<Empty icon={LayoutTemplate} title={m.db_blocks_empty()} body={m.db_blocks_empty_body()} />}
      >
        {(all) => (
          <div className={previewStyles.beside}>
            <div>
              <BlockList blocks={all.blocks} />
            </div>
            <BlocksPreview blocks={all.blocks} />
          </div>
        )}
      </ListBody>
    </>
  );
}
