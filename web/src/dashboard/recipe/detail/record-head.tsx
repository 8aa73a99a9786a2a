import type { ReactNode } from 'react';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';

/** The name of the one thing on the page, the way back to its list, and what can be done with it. */
export function RecordHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Crumbs>
        <bdi>{title}</bdi>
      </Crumbs>
      <div className="page-head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <div className="acts">{children}</div>
      </div>
    </>
  );
}
