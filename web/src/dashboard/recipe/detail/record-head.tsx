import type { ReactNode } from 'react';
import * as headsStyles from '@/ui/rich/heads.module.css';
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
      <div className={headsStyles.pageHead}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <div className={headsStyles.acts}>{children}</div>
      </div>
    </>
  );
}
