/** What whoever asks a question hears of the answer that was sent. */
export interface Hearing<One> {
  onDone: () => void;
  /** What it became meanwhile: the question is about that from now on. */
  onRefused: (current: One) => void;
}
