import type { TransporterDetail } from '../../data/types.ts';
import { DetailPage } from '../../recipe/detail/detail-page.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { transporterQuery } from './queries.ts';
import { TransporterForm } from './transporter-form.tsx';
import { TransporterPrices } from './transporter-prices.tsx';

/** One transporter and what it takes. */
export function TransporterPage() {
  return (
    <DetailPage query={transporterQuery} title={({ name }) => name} rows={12}>
      {(transporter) => <FormOrPrices transporter={transporter} />}
    </DetailPage>
  );
}

function FormOrPrices({ transporter }: { transporter: TransporterDetail }) {
  const mayWrite = useAllowed()('transporters.write');
  return mayWrite ? (
    <TransporterForm transporter={transporter} />
  ) : (
    <TransporterPrices transporter={transporter} />
  );
}
