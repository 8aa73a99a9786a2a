/** A block of the home page in its place, as its settings say (spec 3). The gateway writes the same around it (`pages/home.rs`). */

import type { CSSProperties } from 'react';
import type { HomeModule } from '@/api/types.ts';
import { Block } from './blocks.tsx';
import * as styles from './module.module.css';

interface ModuleProps {
  readonly module: HomeModule;
  /** The first block of the page is above the fold. */
  readonly first: boolean;
}

export function Module({ module, first }: ModuleProps) {
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
    <div className={looks} data-size={size} style={style as CSSProperties}>
      <div className={containerClass}>
        <Block block={module} first={first} />
      </div>
    </div>
  );
}
