import { start } from './start';

/** The API alone: `npm run start:api`. */
start({ servesApi: true, works: false });
