import { sweep } from './sweep.ts';

sweep('ar', [
  { theme: 'light', width: 412 },
  { theme: 'dark', width: 1280 },
]);
