/** The home page: the merchant's blocks in order, the promises under the first. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import type { HomeModule } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { queryClient } from '../api.ts';
import { isLate, LateBlock } from '../features/home/blocks.tsx';
import * as moduleStyles from '../features/home/module.module.css';
import { Module } from '../features/home/module.tsx';
import { Trust } from '../features/home/trust.tsx';
import { useWrittenBlocks } from '../features/home/use-written.ts';
import { usePageTitle } from '../parts/use-page-title.ts';
import { homeQuery } from '../queries.ts';

/** The page with all that it shows: the shell's blocks stay until the app can show them too. */
export async function loadHome() {
  const home = queryClient.getQueryData(homeQuery().queryKey) as { blocks: HomeModule[] } | undefined;
  if (home?.blocks.some(({ type }) => isLate(type))) await LateBlock.preload();
  return HomePage;
}

function HomePage() {
  const { data } = useSuspenseQuery(homeQuery());
  usePageTitle();
  return <HomeBlocks blocks={data.blocks} />;
}

export function HomeBlocks({ blocks }: { readonly blocks: readonly HomeModule[] }) {
  const written = useWrittenBlocks();
  const [first] = blocks;
  const hasTitle = first?.type === 'banner' && first.title !== '';
  const modules = useMemo(
    () =>
      blocks.map((module, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no id and their order is their identity.
        <Fragment key={index}>
          <Module module={module} first={index === 0} written={index > 0 ? written[index] : undefined} />
          {index === 0 && <Trust />}
        </Fragment>
      )),
    [blocks, written],
  );
  return (
    <main className="wrap" id="main">
      {!hasTitle && <h1 className="visually-hidden">{m.sf_home()}</h1>}
      <div className={moduleStyles.all} data-app>
        {modules}
      </div>
    </main>
  );
}
