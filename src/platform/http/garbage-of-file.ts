import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** So much of a file leaves some 5 MB behind; a collection takes less than a fifth of the time of making it. */
const SIZE = 2 * 1024 * 1024;

/**
 * Collects garbage now and then while a large file is made. Left alone, the engine waits until the heap is several times
 * what is alive: a file of 100 MB, of which a page at a time is alive, then takes 200 MB more memory than it needs.
 */
export class GarbageOfFile {
  private left = SIZE;

  /** @param size characters or bytes that were made since the last call */
  count(size: number): void {
    this.left -= size;
    if (this.left > 0) return;
    this.left = SIZE;
    collect();
  }
}
