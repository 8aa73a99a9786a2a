// Only logical directions: one sheet serves left-to-right and right-to-left.
import { report, sources } from './files.mjs';

const CLASSES =
  /(?:^|[\s"'`:])-?(?:m[lr]|p[lr]|left|right|scroll-[mp][lr]|border-[lr]|rounded-(?:[lr]|[tb][lr])|space-x|divide-x|float-(?:left|right)|text-(?:left|right))(?:-|(?=[\s"'`]))/;
const PROPERTIES =
  /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)/;

const findings = [
  ...sources('src', /\.tsx$/).map((file) => ({
    ...file,
    rule: CLASSES,
    only: /class(?:Name)?[=(]|clsx|cva|cn\(/,
  })),
  ...sources('src', /\.css$/).map((file) => ({ ...file, rule: PROPERTIES, only: /./ })),
].flatMap(({ path, lines, rule, only }) =>
  lines.flatMap((line, index) =>
    only.test(line) && rule.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
  ),
);
report('logical-css', findings);
