export type { EmbeddedServer, EmbeddedServerOptions } from './embedded-server';
export { startEmbeddedServer } from './embedded-server';
export { readOrCreateSecret } from './secrets-file';
