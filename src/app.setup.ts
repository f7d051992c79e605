import { NestFactory } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import helmet from 'helmet';
import { RATE_LIMIT_HEADERS } from './account';
import { AppModule } from './app.module';
import { CONSTRAINT_ERRORS } from './constraint-errors';
import { Clock } from './platform/clock';
import type { Config } from './platform/config';
import { Database, knowConstraintErrors } from './platform/database';
import {
  apiDocument,
  ErrorFilter,
  GaplessExpressAdapter,
  keepRawBody,
  openRequestContext,
  refuseBrokenRequests,
  validationPipe,
} from './platform/http';
import { Log, logRequests } from './platform/logging';
import { Metrics } from './platform/metrics';

/** The whole application on a database that is there and migrated; not yet listening. */
export async function createApp(
  config: Config,
  clock: Clock = new Clock(),
  extraModules: Type[] = [],
): Promise<NestExpressApplication> {
  knowConstraintErrors(CONSTRAINT_ERRORS);
  const root = AppModule.with(config, clock);
  const app = await NestFactory.create<NestExpressApplication>(
    { ...root, imports: [...(root.imports ?? []), ...extraModules] },
    new GaplessExpressAdapter(),
    {
      bodyParser: false,
      abortOnError: false,
      logger: false,
    },
  );
  const log = app.get(Log);
  app.useLogger(log.forNest());
  await app.get(Database).connect();
  app.disable('x-powered-by');
  app.use(openRequestContext(clock));
  app.use(logRequests(log, app.get(Metrics)));
  app.use(helmet({ contentSecurityPolicy: CONTENT_SECURITY_POLICY }));
  app.enableCors({
    origin: config.corsOrigins,
    methods: ['GET', 'POST'],
    exposedHeaders: ['Idempotent-Replayed', 'Retry-After', 'X-Request-Id', ...RATE_LIMIT_HEADERS],
  });
  app.use(keepRawBody());
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ErrorFilter(log));
  SwaggerModule.setup('docs', app, () => apiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Gapless API',
  });
  await app.init();
  // Longer than the idle time of the usual proxies, so that they, not we, close an idle connection: no request meets a reset.
  app.getHttpServer().keepAliveTimeout = KEEP_ALIVE_MS;
  refuseBrokenRequests(app.getHttpServer(), log);
  return app;
}

const KEEP_ALIVE_MS = 75_000;

/** The documentation page brings its scripts along and loads nothing from elsewhere; it does style itself inline. */
const CONTENT_SECURITY_POLICY = {
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    upgradeInsecureRequests: null,
  },
};
