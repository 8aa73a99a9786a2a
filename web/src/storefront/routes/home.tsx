/** The home page: the merchant's blocks in order, the promises under the first. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Module } from '../features/home/module.tsx';
import { Trust } from '../features/home/trust.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { homeQuery } from '../queries.ts';

export function HomePage() {
  const { data } = useSuspenseQuery(homeQuery());
  usePageTitle();
  const [first] = data.blocks;
  const hasTitle = first?.type === 'banner' && first.title !== '';
  return (
    <main className="wrap" id="main">
      {!hasTitle && <h1 className="visually-hidden">{m.sf_home()}</h1>}
      <div className="modules">
        {data.blocks.map((module, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no id and their order is their identity.
          <Fragment key={index}>
            <Module module={module} first={index === 0} />
            {index === 0 && <Trust />}
          </Fragment>
        ))}
      </div>
    </main>
  );
}
