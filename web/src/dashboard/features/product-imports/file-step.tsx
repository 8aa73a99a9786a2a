import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { FileInput } from '@/ui/form/file-input.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { type ChosenFile, readFile, saveTemplate } from './file.ts';

/** Which file. */
export function FileStep({ onRead }: { onRead: (file: ChosenFile) => void }) {
  const reading = useMutation({ mutationFn: readFile, onSuccess: (read) => read && onRead(read) });
  const isWrong = reading.isError || reading.data === null;
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_import_step_file()}</h2>
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <Field label={m.db_import_file()} errors={isWrong ? [m.db_import_file_wrong()] : []}>
          {(control) => (
            <FileInput
              control={control}
              accept={['.csv', 'text/csv']}
              allowed={m.db_import_file_allowed()}
              onFile={(file) => reading.mutate(file)}
            />
          )}
        </Field>
        {reading.isPending && <p role="status">{m.db_import_reading()}</p>}
        <div className={headsStyles.acts}>
          <button type="button" className={buttonStyles.button} onClick={saveTemplate}>
            <Download className="icon" aria-hidden />
            {m.db_import_template()}
          </button>
        </div>
      </div>
    </section>
  );
}
