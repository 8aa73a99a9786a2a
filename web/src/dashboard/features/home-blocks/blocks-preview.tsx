import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import type { HomeBlock } from '../../data/types.ts';
import * as styles from './home-preview.module.css';
import { HomePreview } from './home-preview.tsx';
import { marked } from './preview.ts';

/** The home page in the order of the list, which the shop may not have yet. */
export function BlocksPreview({ blocks }: { blocks: readonly HomeBlock[] }) {
  const [all, setAll] = useState(false);
  return (
    <HomePreview
      unsaved={{ ids: blocks.map(({ id }) => id), all }}
      show={(answer) => marked(answer)}
      note={(answer) => answer?.blocks.some(({ isShown }) => !isShown) && m.db_preview_dashed()}
    >
      <fieldset className={`${fieldStyles.choices} ${styles.choices}`}>
        <legend className="visually-hidden">{m.db_preview_title()}</legend>
        <label>
          <input
            type="checkbox"
            className={checkStyles.check}
            checked={all}
            onChange={({ target }) => setAll(target.checked)}
          />
          {m.db_preview_all()}
        </label>
      </fieldset>
    </HomePreview>
  );
}
