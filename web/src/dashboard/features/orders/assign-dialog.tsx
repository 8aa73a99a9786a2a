import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '@/ui/rich/note.module.css';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage } from '../../data/messages.ts';
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
  /** As it was opened: who was told whose it became takes it from them. */
  const [known, setKnown] = useState(order);
  const { isSuccess } = useQuery(assigneesQuery);
  const keep = (present: OrderDetail | undefined) => {
    if (present) queries.setQueryData(orderQuery(order.id).queryKey, present);
  };
  const present = known.assigneeId ? { id: known.assigneeId, name: known.assignee } : undefined;
  return (
    <FormDialog
      title={m.db_order_assign_title({ number: order.number })}
      submit={m.db_order_assign_submit()}
      start={{ employeeId: order.assigneeId ?? '' }}
      isReady={isSuccess}
      bodyOf={({ employeeId }) => ({ version: known.version, employeeId: employeeId || null })}
      send={async (body) => {
        const params = { path: { id: order.id } };
        const { data } = await client.PUT('/dashboard/api/orders/{id}/assignee', { params, body });
        keep(data);
      }}
      onRefused={(refusal) => {
        const current = currentOf<OrderDetail>(refusal);
        keep(current);
        if (current) setKnown(current);
      }}
      refusal={(error) => <Refused error={error} />}
      onSettled={() => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/orders'] })}
      onClose={onClose}
    >
      {(form) => <EmployeeField form={form} present={present} />}
    </FormDialog>
  );
}

/** Why it isn't given, and who has the order by now. */
function Refused({ error }: { error: Error }) {
  const current = currentOf<OrderDetail>(error);
  return (
    <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <span>
        {errorMessage(error)}
        {current && (
          <small>
            {m.db_order_assignee()} : <bdi>{current.assignee || m.db_order_assign_nobody()}</bdi>
          </small>
        )}
      </span>
    </p>
  );
}
