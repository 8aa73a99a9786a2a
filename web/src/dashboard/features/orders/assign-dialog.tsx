import { useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { currentOf } from '../../data/messages.ts';
import type { OrderDetail } from '../../data/types.ts';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { EmployeeField } from './employee-field.tsx';
import { assigneesQuery, orderQuery } from './queries.ts';

interface AssignDialogProps {
  order: OrderDetail;
  onClose: () => void;
}

/** Gives the order to an employee, or to nobody. */
export function AssignDialog({ order, onClose }: AssignDialogProps) {
  const queries = useQueryClient();
  const { isSuccess } = useQuery(assigneesQuery);
  const keep = (present: OrderDetail | undefined) => {
    if (present) queries.setQueryData(orderQuery(order.id).queryKey, present);
  };
  const present = order.assigneeId ? { id: order.assigneeId, name: order.assignee } : undefined;
  return (
    <FormDialog
      title={m.db_order_assign_title({ number: order.number })}
      submit={m.db_order_assign_submit()}
      start={{ employeeId: order.assigneeId ?? '' }}
      isReady={isSuccess}
      bodyOf={({ employeeId }) => ({ version: order.version, employeeId: employeeId || null })}
      send={async (body) => {
        const params = { path: { id: order.id } };
        const { data } = await client.PUT('/dashboard/api/orders/{id}/assignee', { params, body });
        keep(data);
      }}
      onRefused={(refusal) => keep(currentOf<OrderDetail>(refusal))}
      onSettled={() => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/orders'] })}
      onClose={onClose}
    >
      {(form) => <EmployeeField form={form} present={present} />}
    </FormDialog>
  );
}
