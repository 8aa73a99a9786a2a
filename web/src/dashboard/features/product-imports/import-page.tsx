import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { ColumnsStep } from './columns-step.tsx';
import type { ChosenFile } from './file.ts';
import { FileStep } from './file-step.tsx';
import { ImportStep } from './import-step.tsx';

const route = getRouteApi('/products/import');

/** A file of products in three steps: chosen, its columns named, checked and imported. */
export function ImportPage() {
  const { import: id } = route.useSearch();
  const navigate = useNavigate();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const checkAgain = () => void navigate({ to: '/products/import', search: {} });
  const again = () => {
    setFile(null);
    checkAgain();
  };
  const sent = (sentId: string) =>
    void navigate({ to: '/products/import', search: { import: sentId }, ignoreBlocker: true });
  return (
    <>
      <PageTitle>{m.db_import_title()}</PageTitle>
      <Crumbs>{m.db_import_title()}</Crumbs>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_import_title()}</h1>
      </div>
      {id ? (
        <ImportStep id={id} onAgain={again} onCheckAgain={checkAgain} />
      ) : file ? (
        <ColumnsStep file={file} onSent={sent} onAgain={again} />
      ) : (
        <FileStep onRead={setFile} />
      )}
    </>
  );
}
