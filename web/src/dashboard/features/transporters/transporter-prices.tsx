import { m } from '@/i18n/paraglide.gen/messages.js';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import type { TransporterDetail } from '../../data/types.ts';
import { draftOf } from './draft.ts';
import { TariffExport } from './tariff-file.tsx';
import { TariffGrid } from './tariff-grid.tsx';

/** What a transporter takes, for those who tell shoppers and don't decide it. */
export function TransporterPrices({ transporter }: { transporter: TransporterDetail }) {
  return (
    <section className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
      <h2>{m.db_tariffs_title()}</h2>
      <TariffExport transporterId={transporter.id} />
      <TariffGrid tariffs={draftOf(transporter).tariffs} />
    </section>
  );
}
