import { fromDinars } from '@/domain/money.ts';
import { count, money } from '@/i18n/format.ts';
import { directionOf, locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { SummaryDay } from '../../data/types.ts';
import { shortDay } from '../../time.ts';
import { curve, type Frame, gridValues, heightOf, type Point, path, roundCeiling } from './chart.ts';
import * as styles from './sales-chart.module.css';

const FRAME: Frame = { width: 760, height: 320, start: 64, end: 92, top: 22, bottom: 24 };
const LABEL_GAP = 8;
/** From its first line to below its second, as large as on phones. */
const LABEL_HEIGHT = 36;
/** Every so many days carry their date. */
const DATED = 3;
const THOUSAND = 1000;

/** The value of each day's orders: one hue, today named and dashed, as it isn't over; the table beside it says the same. */
export function SalesChart({ days }: { days: readonly SummaryDay[] }) {
  const mirrored = directionOf(locale()) === 'rtl';
  const ceiling = roundCeiling(Math.max(...days.map((day) => day.total), 0));
  const points = curve(
    days.map((day) => day.total),
    ceiling,
    FRAME,
    mirrored,
  );
  const last = points.at(-1);
  const lastDay = days.at(-1);
  const first = days[0];
  if (!last || !lastDay || !first) return null;
  const base = heightOf(0, ceiling, FRAME);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
      role="img"
      aria-label={m.db_home_sales_chart({ first: shortDay(first.date), last: shortDay(lastDay.date) })}
    >
      <Grid ceiling={ceiling} mirrored={mirrored} />
      <path className={styles.area} d={`${path(points)}L${last.x} ${base}L${points[0]?.x} ${base}Z`} />
      <path className={styles.curve} d={path(points.slice(0, -1))} />
      <path className={`${styles.curve} ${styles.curveOpen}`} d={path(points.slice(-2))} />
      <circle className={styles.dot} cx={last.x} cy={last.y} r={3.5} />
      <TodayLabel at={last} total={lastDay.total} mirrored={mirrored} />
      {days.map((day, index) =>
        (days.length - 1 - index) % DATED === 0 ? (
          <text key={day.date} x={points[index]?.x} y={FRAME.height - 4} textAnchor="middle">
            {shortDay(day.date)}
          </text>
        ) : null,
      )}
    </svg>
  );
}

function TodayLabel({ at, total, mirrored }: { at: Point; total: number; mirrored: boolean }) {
  const x = at.x + (mirrored ? -LABEL_GAP : LABEL_GAP);
  // Of a day without orders it would lie on the dates.
  const y = Math.min(at.y, FRAME.height - FRAME.bottom - LABEL_HEIGHT);
  return (
    <>
      <text className={styles.lead} x={x} y={y}>
        {money(fromDinars(total))}
      </text>
      <text x={x} y={y} dy="1.25em">
        {m.db_home_today()}
      </text>
    </>
  );
}

function Grid({ ceiling, mirrored }: { ceiling: number; mirrored: boolean }) {
  const labelX = mirrored ? FRAME.width - FRAME.start + LABEL_GAP : FRAME.start - LABEL_GAP;
  return gridValues(ceiling).map((value) => {
    const y = heightOf(value, ceiling, FRAME);
    return (
      <g key={value}>
        <line
          className={value === 0 ? styles.base : styles.grid}
          x1={mirrored ? FRAME.end : FRAME.start}
          x2={FRAME.width - (mirrored ? FRAME.start : FRAME.end)}
          y1={y}
          y2={y}
        />
        <text x={labelX} y={y + 4} direction="ltr" textAnchor={mirrored ? 'start' : 'end'}>
          {value >= THOUSAND ? `${count(value / THOUSAND)}k` : count(value)}
        </text>
      </g>
    );
  });
}
