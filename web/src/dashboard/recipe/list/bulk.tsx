/**
 * What a list does to many of its rows at once, declared like its columns: a button of the bar over its foot, the dialog
 * behind it, the job that it starts and, where that can be, the way back.
 */
import { useQueryClient } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { FC, ReactNode } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Job } from '../../data/types.ts';
import * as bulkStyles from '../../parts/bulk.module.css';
import type { Permission } from '../../permissions.ts';
import type { FieldForm } from '../form/fields.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import type { DialogFormSpec } from '../form/use-dialog-form.ts';
import { jobsQuery } from '../jobs/queries.ts';
import { rememberUndo } from '../jobs/undos.ts';

/** A row that can be ticked. */
export interface Bulkable {
  id: string;
}

/** A row of a version: who has changed it since refuses what is meant for another. */
interface Versioned extends Bulkable {
  version: number;
}

export interface BulkDialogProps<Row> {
  /** Those of the ticked that it is done to. */
  rows: readonly Row[];
  /** How many of the ticked it isn't done to. */
  others: number;
  onStarted: () => void;
  onClose: () => void;
}

export interface BulkAction<Row> {
  id: string;
  label: () => string;
  icon: LucideIcon;
  permission: Permission;
  /** The rows that it can be done to; without it, all. */
  applies?: (row: Row) => boolean;
  /** Asks what it has to be told, and starts it. */
  dialog: (props: BulkDialogProps<Row>) => ReactNode;
}

/** What is done to the ticked on a page of its own. */
export interface BulkLink<Row> {
  id: string;
  label: () => string;
  icon: LucideIcon;
  permission: Permission;
  /** More of them the page doesn't take. */
  most: number;
  to: (rows: readonly Row[]) => Pick<LinkProps, 'to' | 'search'>;
}

export interface Bulk<Row> {
  actions: readonly BulkAction<Row>[];
  links?: readonly BulkLink<Row>[];
  /** What the box of a row says. */
  tick: (row: Row) => string;
  /** So many are ticked, in words. */
  ticked: (rows: number) => string;
  /** What the ticked come to. */
  sum?: (rows: readonly Row[]) => ReactNode;
  /** Does something to all that the list finds, ticked or not. */
  matching?: { permissions: readonly Permission[]; Dialog: FC<MatchingDialogProps> };
}

export interface MatchingDialogProps {
  /** Words and filters of the list. */
  question: object;
  onStarted: () => void;
  onClose: () => void;
}

interface BulkSpec<Row extends Versioned, Draft extends object, Body extends object>
  extends Pick<BulkAction<Row>, 'label' | 'icon' | 'permission' | 'applies'>,
    Pick<DialogFormSpec<Draft, Body, Job | undefined>, 'start' | 'rules' | 'send'> {
  /** Its intent: what is meant once is started once. */
  id: string;
  title: (rows: number) => string;
  submit: () => string;
  bodyOf: (rows: readonly Row[], draft: Draft) => Body;
  /** Between the title and the buttons: the rows, or what is asked. */
  fields: (asked: { form: FieldForm<Draft>; rows: readonly Row[] }) => ReactNode;
  /** What takes it back of these rows, as they were before; `null` where nothing does. */
  undo?: (rows: readonly Row[], body: Body) => Body | null;
}

/** One step of many rows: sent once, as a job that goes on without the page. */
export function bulkAction<Row extends Versioned, Draft extends object, Body extends object>(
  spec: BulkSpec<Row, Draft, Body>,
): BulkAction<Row> {
  return { ...spec, dialog: (props) => <BulkDialog spec={spec} {...props} /> };
}

function BulkDialog<Row extends Versioned, Draft extends object, Body extends object>({
  spec: { bodyOf, fields, undo, ...spec },
  rows,
  others,
  onStarted,
  onClose,
}: BulkDialogProps<Row> & { spec: BulkSpec<Row, Draft, Body> }) {
  const job = useStartedJob();
  return (
    <FormDialog
      title={spec.title(rows.length)}
      lead={others > 0 && m.db_bulk_others({ count: others, n: count(others) })}
      submit={spec.submit()}
      start={spec.start}
      {...(spec.rules && { rules: spec.rules })}
      bodyOf={(draft) => bodyOf(rows, draft)}
      send={spec.send}
      intent={{ name: spec.id, of: {}, mayRecur: true }}
      {...job}
      onSent={(started, draft) => {
        const body = bodyOf(rows, draft);
        const back = (done: readonly Row[]) => undo?.(done, body) ?? null;
        if (started && back(rows)) {
          rememberUndo(started.id, async (ids, key) => {
            const inverse = back(after(rows, ids));
            if (inverse) await spec.send(inverse, key);
          });
        }
        onStarted();
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => fields({ form, rows })}
    </FormDialog>
  );
}

/** The rows that the job changed, at the version that it left each at: a row that was changed since stays so. */
function after<Row extends Versioned>(rows: readonly Row[], changed: ReadonlySet<string>): Row[] {
  return rows.filter(({ id }) => changed.has(id)).map((row) => ({ ...row, version: row.version + 1 }));
}

/** What every dialog does that starts a job. */
export function useStartedJob() {
  const queries = useQueryClient();
  return {
    told: () => m.db_job_started(),
    onSettled: () => queries.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  };
}

interface BulkRowsProps<Row> {
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}

/** The rows that something is done to, each in its line. */
export function BulkRows<Row extends Bulkable>({ rows, children }: BulkRowsProps<Row>) {
  return (
    <ul className={bulkStyles.list}>
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  );
}
