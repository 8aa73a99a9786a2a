import { sweep } from './sweep.ts';

sweep('fr', [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 412 },
]);
