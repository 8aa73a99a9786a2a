import { useQuery, useQueryClient } from '@tanstack/react-query';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { OrderRow } from '../../data/types.ts';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { jobsQuery } from '../../recipe/jobs/queries.ts';
import { EmployeeField, NOBODY } from './employee-field.tsx';
import { assigneesQuery } from './queries.ts';

interface BulkAssignDialogProps {
  rows: readonly OrderRow[];
  onStarted: () => void;
  onClose: () => void;
}

/** Gives the ticked orders to one employee, or to nobody; what becomes of each is told in the tray. */
export function BulkAssignDialog({ rows, onStarted, onClose }: BulkAssignDialogProps) {
  const queries = useQueryClient();
  const { isSuccess } = useQuery(assigneesQuery);
  return (
    <FormDialog
      title={m.db_bulk_assign_title({ n: count(rows.length) })}
      submit={m.db_order_assign_submit()}
      start={{ employeeId: '' }}
      isReady={isSuccess}
      rules={({ employeeId }) => ({ employeeId: !employeeId && m.db_order_assign_required() })}
      bodyOf={({ employeeId }) => ({
        employeeId: employeeId === NOBODY ? null : employeeId,
        orders: rows.map(({ id, number, version }) => ({ id, number, version })),
      })}
      intent={{ name: 'bulk-assign', of: {}, mayRecur: true }}
      send={async (body, key) => {
        const params = { header: { 'Idempotency-Key': key } };
        const { data } = await client.POST('/dashboard/api/orders/bulk/assignee', { params, body });
        return data;
      }}
      told={() => m.db_job_started()}
      onSent={() => {
        onStarted();
        onClose();
      }}
      onSettled={() => queries.invalidateQueries({ queryKey: jobsQuery.queryKey })}
      onClose={onClose}
    >
      {(form) => <EmployeeField form={form} isAsked />}
    </FormDialog>
  );
}
