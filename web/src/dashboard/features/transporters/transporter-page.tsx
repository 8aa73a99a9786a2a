import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { transporterQuery } from './queries.ts';
import { TransporterForm } from './transporter-form.tsx';
import { TransporterPrices } from './transporter-prices.tsx';

const route = getRouteApi('/transporters/$id');

/** One transporter and what it takes. */
export function TransporterPage() {
  const { id } = route.useParams();
  const transporter = useQuery(transporterQuery(id));
  const mayWrite = useAllowed()('transporters.write');
  if (transporter.data) {
    return (
      <>
        <RecordHead title={transporter.data.name} />
        {mayWrite ? (
          <TransporterForm key={id} transporter={transporter.data} />
        ) : (
          <TransporterPrices transporter={transporter.data} />
        )}
      </>
    );
  }
  return <Pending query={transporter} rows={12} />;
}
