import type { INestApplication } from '@nestjs/common';
import { apiDocument } from '../../src/platform/http';

/** The OpenAPI document as it is served at /openapi.json, one member a line so that a change can be reviewed. */
export function openapiJson(app: INestApplication): string {
  return `${JSON.stringify(apiDocument(app), null, 2)}\n`;
}
