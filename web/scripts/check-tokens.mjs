// Colours come from src/theme/tokens.css; a raw colour elsewhere would not follow the shop's theme or the dark set.
import { report, sources } from './files.mjs';

const RAW = /#[0-9a-fA-F]{3,8}\b(?![-\w])|\b(?:rgba?|hsla?|oklch)\(/;
const NEUTRAL = /rgb\((?:0 0 0|255 255 255)(?: \/|\))|url\(|href=|data:image/;

const findings = sources('src', /\.(?:css|tsx)$/)
  .filter(({ path }) => !path.endsWith('theme/tokens.css') && !path.includes('.test.'))
  .flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      RAW.test(line) && !NEUTRAL.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    ),
  );
report('tokens', findings);
