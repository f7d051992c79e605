import { start } from './start';

/** Everything in one process: `npm start`. */
start({ servesApi: true, works: true });
