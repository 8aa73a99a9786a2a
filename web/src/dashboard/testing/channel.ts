/** A live channel in place of the browser's, told by a test what happens to it. */
import { vi } from 'vitest';

export class Channel {
  static last: Channel;
  onopen = () => {};
  onerror = () => {};
  readyState = 0;
  close = vi.fn();
  alive = (_: { data: string }) => {};
  addEventListener = (_: 'alive', heard: typeof this.alive) => {
    this.alive = heard;
  };
  constructor() {
    Channel.last = this;
  }
}
