/** A block of the home page in its place, as its settings say (spec 3). The gateway writes the same around it (`pages/home.rs`). */

import type { CSSProperties } from 'react';
import type { HomeModule } from '@/api/types.ts';
import { Block } from './blocks.tsx';
import * as styles from './module.module.css';
import { useWritten } from './use-written.ts';

interface ModuleProps {
  readonly module: HomeModule;
  /** The first block of the page is above the fold. */
  readonly first: boolean;
  /** What the gateway wrote of it, which stands until it comes near. */
  readonly written?: Element | undefined;
}

export function Module({ module, first, written }: ModuleProps) {
  const [place, isMade] = useWritten(written);
  const { size, showTitle, bgColor, wrapperCssClass, containerClass } = module;
  const { mobile, tablet, desktop } = module.responsiveNumber;
  const style = {
    '--paint': bgColor || undefined,
    '--on-phone': mobile || undefined,
    '--on-tablet': tablet || undefined,
    '--on-desktop': desktop || undefined,
  };
  const looks = `${showTitle ? '' : `${styles.untitled} `}${bgColor && `${styles.painted} `}${wrapperCssClass}`;
  return (
    <div
      ref={place}
      className={looks}
      data-size={size}
      data-written={isMade ? undefined : ''}
      style={style as CSSProperties}
    >
      {isMade && (
        <div className={containerClass}>
          <Block block={module} first={first} written={written} />
        </div>
      )}
    </div>
  );
}
