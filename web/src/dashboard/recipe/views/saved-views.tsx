import { useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { Menu, MenuChoice, MenuItem, MenuRule } from '@/ui/rich/menu.tsx';
import { client } from '../../data/api.ts';
import type { SavedView, ViewScreen } from '../../data/types.ts';
import { TextField } from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { viewsQuery } from './queries.ts';
import { searchText, useDeleteView, useViews, type Viewed } from './use-views.ts';

/** What one asks of this list again and again: opened, saved under a name, forgotten. */
export function SavedViews(viewed: Viewed) {
  const { views, open, current } = useViews(viewed);
  const [isSaving, setSaving] = useState(false);
  const remove = useDeleteView(viewed.screen);
  const options = views.map(({ id, name }) => ({ value: id, label: name }));
  const choose = (id: string) => {
    const view = views.find((one) => one.id === id);
    if (view) open(view);
  };
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={buttonStyles.button}>
            <Bookmark className="icon" aria-hidden />
            <bdi>{current?.name ?? m.db_views()}</bdi>
          </button>
        }
      >
        {options.length > 0 && (
          <>
            <MenuChoice label={m.db_views()} value={current?.id ?? ''} options={options} onChange={choose} />
            <MenuRule />
          </>
        )}
        <MenuItem onSelect={() => setSaving(true)}>{m.db_view_save()}</MenuItem>
        {current && (
          <MenuItem onSelect={() => void remove(current)}>
            {m.db_view_delete({ name: current.name })}
          </MenuItem>
        )}
      </Menu>
      {isSaving && (
        <SaveViewDialog
          screen={viewed.screen}
          search={searchText(viewed.search)}
          views={views}
          current={current}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

interface SaveViewDialogProps {
  screen: ViewScreen;
  search: string;
  views: readonly SavedView[];
  current: SavedView | undefined;
  onClose: () => void;
}

/** A view of the name that there is already takes its place. */
function SaveViewDialog({ screen, search, views, current, onClose }: SaveViewDialogProps) {
  const queries = useQueryClient();
  const named = (name: string) => views.find((view) => isSameName(view.name, name));
  return (
    <FormDialog
      title={m.db_view_save_title()}
      lead={m.db_view_save_body()}
      submit={m.db_save()}
      start={{ name: current?.name ?? '', isDefault: current?.isDefault ?? false }}
      rules={({ name }) => ({ name: !name.trim() && m.db_field_required() })}
      bodyOf={({ name, isDefault }) => ({ screen, name: name.trim(), search, isDefault })}
      intent={{ name: 'view', of: {} }}
      send={(body, key) =>
        client.PUT('/dashboard/api/views/{id}', {
          params: { path: { id: named(body.name)?.id ?? key } },
          body,
        })
      }
      told={() => m.db_view_saved()}
      onSettled={() => queries.invalidateQueries({ queryKey: viewsQuery(screen).queryKey })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            at="name"
            label={m.db_view_name()}
            hint={named(form.draft.name) && m.db_view_replaces()}
            maxLength={60}
          />
          <div className={fieldStyles.choices}>
            <label>
              <input
                type="checkbox"
                className={checkStyles.check}
                checked={form.draft.isDefault}
                onChange={({ target }) => form.set({ isDefault: target.checked })}
              />
              {m.db_view_default()}
            </label>
          </div>
        </>
      )}
    </FormDialog>
  );
}

function isSameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.trim().toLocaleLowerCase();
}
