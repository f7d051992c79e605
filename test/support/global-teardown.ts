import { rm } from 'node:fs/promises';
import type { EmbeddedServer } from '../../src/platform/database/embedded';

export default async function globalTeardown(): Promise<void> {
  const { testServer } = globalThis as { testServer?: EmbeddedServer };
  await testServer?.stop();
  await rm(process.env.TEST_DATA_DIR ?? '', { recursive: true, force: true });
}
