import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by half of what is alive before what is dead is looked for. Left alone, the engine waits until the heap
 * is several times as large: a file of 100 MB, of which a page at a time is alive, then takes 200 MB more memory than it
 * needs. This is no limit: what needs more memory gets it.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
