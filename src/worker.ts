import { constants, setPriority } from 'node:os';
import { start } from './start';

// What nobody waits for yields to the requests that somebody does, where both share a machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The background work alone, in any number of processes: `npm run start:worker`. */
start({ servesApi: false, works: true });
