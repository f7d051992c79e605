import { start } from './start';

/** The background work alone, in any number of processes: `npm run start:worker`. */
start({ servesApi: false, works: true });
